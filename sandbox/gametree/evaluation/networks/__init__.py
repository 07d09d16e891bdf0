"""Small networks that judge the bare board: no feature is given to them, what counts they are to find out."""
