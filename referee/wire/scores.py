"""Final scores as messages and back."""

from referee.game import SeatScore
from referee.v1 import game_pb2 as pb


def score_message(seat: int, score: SeatScore) -> pb.SeatScore:
    """How this seat came out of a match."""
    bonuses = [
        pb.BonusScore(kind=pb.BonusKind.Value(f"BONUS_KIND_{name.upper()}"), points=points)
        for name, points in score.bonuses.items()
    ]
    return pb.SeatScore(
        seat=seat,
        rank=score.rank,
        score=score.score,
        routes=score.routes,
        tickets=score.tickets,
        completed=score.completed,
        bonuses=sorted(bonuses, key=lambda bonus: bonus.kind),
        forfeited=score.forfeited,
    )


def score_from(message: pb.SeatScore) -> SeatScore:
    """The score that a message tells; its seat is `message.seat`."""
    bonuses = {pb.BonusKind.Name(b.kind).removeprefix("BONUS_KIND_").lower(): b.points for b in message.bonuses}
    return SeatScore(
        rank=message.rank,
        score=message.score,
        routes=message.routes,
        tickets=message.tickets,
        completed=message.completed,
        bonuses=bonuses,
        forfeited=message.forfeited,
    )
