"""The same household in other programs that a family could choose, measured side by side. Never part of the tests."""
