### No texts: the core itself has the English export notes; other languages translate them.
