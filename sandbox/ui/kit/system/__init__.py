"""What the kit asks of the machine beside events and pixels: its clipboard, its screen."""
