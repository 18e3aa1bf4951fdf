"""Today's box, written from its definition: the dice of a day, the best's turn, the squares."""

from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import accumulate, count, islice

from oracle import Oracle, Payoffs

from twoplayer import Variant
from twoplayer.web.link import link_to


def numbers(text, sides):
    """Yield numbers below a number of sides, each as often as any other."""
    width = next(width for width in count() if 256**width >= sides)
    for more in count():
        digest = sha256(f"{text}|{more}".removesuffix("|0").encode()).digest()
        for start in range(0, len(digest) - width + 1, width or 1):
            number = int.from_bytes(digest[start : start + width], "big")
            if number < 256**width // sides * sides:
                yield number % sides


def faces_on(date, variant, number):
    """Return what the dice of a roll show on a day."""
    dice, sides = map(int, variant.dice.split("d"))
    weights = variant.weights or [1] * sides
    text = f"{date}|{link_to(variant)}|{number}"
    return [
        next(side for side, below in enumerate(accumulate(weights), 1) if drawn < below)
        for drawn in islice(numbers(text, sum(weights)), dice)
    ]


class Day:
    """A turn alone by some rules, with the dice of a day."""

    def __init__(self, variant: Variant, date: str) -> None:
        self.variant, self.date = variant, date
        self.oracle = oracle = Oracle(**variant.rules())
        self.worth = oracle.turn(
            lambda tiles: Payoffs((Fraction(-oracle.score(tiles)), Fraction(not tiles)))
        )
        self.all_score = oracle.score(oracle.all_tiles)
        self.faces = cache(lambda number: faces_on(date, variant, number))

    def roll(self, number, dice):
        """Return the dice that are thrown, and the roll that they are."""
        faces = self.faces(number)[:dice]
        return faces, (sum(faces),) if self.oracle.game.by_total else tuple(sorted(faces))

    def of_dice(self, tiles, dice):
        """Return what rolling so many dice is worth."""
        nothing = Payoffs((Fraction(-self.oracle.score(tiles)), Fraction(0)))
        total = Payoffs((Fraction(0), Fraction(0)))
        for roll, chance in self.oracle.rolls(dice):
            moves = self.oracle.covers(tiles, roll)
            total += chance * max((self.worth(tiles - move) for move in moves), default=nothing)
        return total

    def play(self, dice_of, move_of):
        """Play until the turn is over: yield the tiles, the dice, what they showed, the move."""
        tiles = self.oracle.all_tiles
        for number in count(1):
            dice = dice_of(tiles, sorted(self.oracle.dice_counts(tiles)))
            faces, roll = self.roll(number, dice)
            moves = self.oracle.covers(tiles, roll)
            move = move_of(tiles, moves) if moves else None
            yield tiles, dice, faces, move
            if move is None or tiles == move:
                return
            tiles -= move

    def best(self):
        return list(
            self.play(
                lambda tiles, counts: max(
                    counts, key=lambda dice: (self.of_dice(tiles, dice), dice)
                ),
                lambda tiles, moves: max(
                    moves,
                    key=lambda move: (
                        self.worth(tiles - move),
                        -len(move),
                        sorted(move, reverse=True),
                    ),
                ),
            )
        )

    def at_random(self, chance):
        return list(
            self.play(
                lambda _, counts: chance.choice(counts),
                lambda _, moves: chance.choice(sorted(moves, key=sorted)),
            )
        )

    def squares(self, played):
        """Yield how good each decision was that had another possibility."""
        for number, (tiles, dice, _, move) in enumerate(played, 1):
            counts = {each: self.of_dice(tiles, each) for each in self.oracle.dice_counts(tiles)}
            _, roll = self.roll(number, dice)
            moves = {each: self.worth(tiles - each) for each in self.oracle.covers(tiles, roll)}
            for options, chosen in ((counts, dice), (moves, move)):
                if len(options) > 1:
                    lost = max(value[0] for value in options.values()) - options[chosen][0]
                    near = lost <= Fraction(self.all_score, 20)
                    yield "best" if not lost else "near" if near else "worse"

    def left(self, played):
        tiles, _, _, move = played[-1]
        return self.oracle.score(tiles - (move or frozenset()))
