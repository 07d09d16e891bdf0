"""Charts: lines, bars, boxes, points, and the axes they share."""
