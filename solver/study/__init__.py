"""Many deals: surveys over deal numbers and what their results mean."""
