"""The page of games of the user's own: played in a process of theirs, drawn here."""
