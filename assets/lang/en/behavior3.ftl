### No texts: the core itself has the English import and export notes of behavior3, nested save JSON and behaviac.
