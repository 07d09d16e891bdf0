"""What several formats share: files with places, rings, letters, cells."""
