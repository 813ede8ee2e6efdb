"""The same household in another program that a family could choose, measured side by side. Never part of the tests."""
