"""Who plays a deal."""
