"""Reading the table with a camera."""
