"""Training of the built-in reader, for developers: needs torch, which the program itself never imports."""
