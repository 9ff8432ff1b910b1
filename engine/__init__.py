"""The rules of the games: pure Python, no clock, no random numbers, no files but the log."""
