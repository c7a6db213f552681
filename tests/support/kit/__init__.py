"""The properties that every engine must have: the real games and the sample game alike."""
