from client import play

play()
