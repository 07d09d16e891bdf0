"""What is written down of a run: who met whom, who did what, and how any tick is shown again."""
