"""What is fast, on fixed deals with fixed limits; see README.md here."""
