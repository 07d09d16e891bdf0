"""The Boards tab: any game, any engine on either side, and the real search open beside the board."""
