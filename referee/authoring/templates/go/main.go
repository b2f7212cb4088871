// Starts the bot.
package main

import "example.com/my-bot/kit"

func main() {
	kit.Run(kit.Bot{Name: "my-bot", Version: "1", MaxInFlight: 64, Join: func(*kit.Match) kit.Chooser { return choose }})
}
