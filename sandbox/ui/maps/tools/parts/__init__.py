"""What the tools are made of: pen, snapping, selection, grips, options."""
