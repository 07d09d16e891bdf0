"""What is drawn over the map to explain it: figures in cells, arrows to parents, the event's subject, a legend."""
