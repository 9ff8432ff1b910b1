"""Things to print, cut, wire and mount."""
