"""What ``spider play`` is made of: what a player types, what is answered, and what is kept."""
