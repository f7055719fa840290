-- The start of Treewright.app. The Finder opens documents by messages, which the window library does not pass on; so this passes them to the program as
-- arguments. A running editor takes the files of a second start.

on run
	startTreewright("")
end run

on open theFiles
	set theArguments to ""
	repeat with theFile in theFiles
		set theArguments to theArguments & " " & quoted form of POSIX path of theFile
	end repeat
	startTreewright(theArguments)
end open

on startTreewright(theArguments)
	set theProgram to POSIX path of (path to me) & "Contents/MacOS/treewright"
	do shell script quoted form of theProgram & " --" & theArguments & " > /dev/null 2>&1 &"
end startTreewright
