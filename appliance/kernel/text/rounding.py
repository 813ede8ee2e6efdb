"""Rounding half up."""


def half_up(numerator: int, denominator: int) -> int:
    """The quotient rounded to the nearest whole number, a half always up: 2.5 is 3, -2.5 is -2. (contract §39)"""
    return (2 * numerator + denominator) // (2 * denominator)
