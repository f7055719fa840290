### Remarks on what goes from and to behavior3, nested save JSON and behaviac. Their English is in the core.
