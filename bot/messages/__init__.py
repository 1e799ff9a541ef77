"""What messages say, and how they are laid out: posts, panels, notices, and the names in them."""
