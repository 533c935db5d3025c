"""The table that `make bench` prints: what was measured, the figure, the goal, and whether it is met."""


class Table:
    def __init__(self):
        self.rows = []

    def section(self, name):
        self._print(f"\n{name}")

    def add(self, what, figure, unit="", goal=None, less_is_better=True):
        met = ""
        if goal is not None:
            met = "met" if (figure <= goal if less_is_better else figure >= goal) else "MISSED"
        self.rows.append((what, figure, unit, goal, met))
        sign = "≤" if less_is_better else "≥"
        aim = "" if goal is None else f"{sign} {self._number(goal)}{self._unit(unit)}"
        self._print(f"  {what:<58} {self._number(figure):>10}{self._unit(unit):<6} {aim:<16} {met}")

    def note(self, text):
        self._print(f"  {text}")

    @staticmethod
    def _unit(unit):
        return f" {unit}" if unit else ""

    @staticmethod
    def _number(value):
        if isinstance(value, int):
            return f"{value:,}"
        return f"{value:,.0f}" if value >= 1000 else f"{value:,.2f}" if value < 10 else f"{value:,.1f}"

    @staticmethod
    def _print(line):
        print(line.rstrip(), flush=True)
