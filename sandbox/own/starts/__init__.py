"""What `new` writes: working starts, to be changed at will."""
