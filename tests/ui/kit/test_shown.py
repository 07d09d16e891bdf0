"""Attributes that show: which values are followed by a repaint, and by what else."""

from sandbox.ui.kit.widgets.shown import OneOf, Shown


class Lamp:
    colour = Shown[str]()
    size = Shown[int]("grown")

    def __init__(self, colour):
        self.told = []
        self.colour, self.size = colour, 1

    def touch(self):
        self.told.append(self.colour)

    def grown(self):
        self.told.append(self.size)


def test_the_first_value_is_kept_another_one_told_an_equal_one_not():
    lamp, other = Lamp("red"), Lamp("blue")
    assert lamp.told == []
    lamp.colour = "green"
    lamp.colour = "green"
    lamp.size = 2
    assert lamp.told == ["green", 2]
    assert (other.colour, other.size, other.told) == ("blue", 1, [])


class Choice(OneOf):
    def __init__(self):
        self.shown, self.told = [], []
        self.value, self.on_change = 0, self.told.append

    def show_choice(self):
        self.shown.append(self.value)


def test_a_choice_is_told_when_chosen_not_when_set():
    choice = Choice()
    choice.value = 1
    choice.choose(2)
    choice.choose(2)
    assert choice.shown == [1, 2]
    assert choice.told == [2]
