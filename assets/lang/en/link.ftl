### Games and robots that are attached while they run.

link-held_elsewhere = another window or command of Treewright waits for games already; switch it off there
link-no_folder = games cannot find this program, because there is no folder for that: set XDG_RUNTIME_DIR
link-system = games cannot attach: { $why }
link-refused-wrong_proof = do not know the token
link-refused-blocked = refused for a minute, after three wrong tokens
link-refused-version = speak another version of the protocol
link-refused-stranger = speak another protocol
link-refused-slow = did not say in time who they are
link-refused-full = came while four games were attached
