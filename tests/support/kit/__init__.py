"""The kit of properties that every engine passes: the real games and the sample game alike."""
