"""The page for games with hidden information: an equilibrium being found."""
