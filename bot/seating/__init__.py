"""Who sits where: the order of a start, seats that change hands, votes about them."""
