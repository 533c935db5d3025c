"""The table that `make bench` prints: what was measured, the figure, the goal, and whether it is met."""


class Table:
    def __init__(self):
        self.present = ""
        self.goals = 0
        self.missed = []

    def section(self, name):
        self.present = name
        self._print(f"\n{name}")

    def add(self, what, figure, unit="", goal=None, less_is_better=True):
        row = f"  {what:<58} {self._number(figure):>10}{self._unit(unit):<6}"
        if goal is not None:
            is_met = figure <= goal if less_is_better else figure >= goal
            aim = f"{'≤' if less_is_better else '≥'} {self._number(goal)}{self._unit(unit)}"
            row = f"{row} {aim:<16} {'met' if is_met else 'MISSED'}"
            self.goals += 1
            if not is_met:
                self.missed.append((self.present, row.removesuffix(" MISSED")))
        self._print(row)

    def report_missed(self):
        """The missed goals in one list, each under its section."""
        if not self.missed:
            return self._print("\nAll goals met")
        self._print(f"\n{len(self.missed)} of {self.goals} goals missed")
        shown = None
        for section, row in self.missed:
            if section != shown:
                self._print(section)
            shown = section
            self._print(row)

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
