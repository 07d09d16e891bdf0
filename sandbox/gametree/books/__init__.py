"""Opening books: what every move of an early position is worth, made by `book`, looked up by the solver."""
