"""Randomness that can be had again: the seed is printed, and `DAYBOOK_SEED=0x…` repeats it."""

import os
import random


def seeded():
    """A generator. Its seed shows when the test fails."""
    seed = int(os.environ.get("DAYBOOK_SEED") or hex(random.getrandbits(32)), 0)
    print(f"seed {seed:#010x}")
    return random.Random(seed)
