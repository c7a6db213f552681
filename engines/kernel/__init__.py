"""What all games share: the four protocols of a game, records, dice, content, words and drawing."""
