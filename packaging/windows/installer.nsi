; The installer for Windows, for one user, who needs no rights of an administrator:
; makensis -DVERSION=… -DFILES=… -DOUT=… packaging/windows/installer.nsi
; FILES is a folder with treewright.exe, treewright.ico and the documents.
; With /S it asks nothing; /D=FOLDER, which must come last, installs into another folder.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Treewright ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Treewright"
InstallDirRegKey HKCU "Software\Treewright" "Folder"
Icon "${FILES}\treewright.ico"
UninstallIcon "${FILES}\treewright.ico"

!include MUI2.nsh
!define MUI_ICON "${FILES}\treewright.ico"
!define MUI_UNICON "${FILES}\treewright.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\treewright.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString OpenInTreewright ${LANG_ENGLISH} "Open in Treewright"
LangString OpenInTreewright ${LANG_SIMPCHINESE} "用 Treewright 打开"
LangString BehaviorTree ${LANG_ENGLISH} "Behavior tree"
LangString BehaviorTree ${LANG_SIMPCHINESE} "行为树"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Treewright"
!define CLASSES "Software\Classes"
; Windows looks at the last ending of a name only, so the menu of .json files has this entry, which only those of trees show.
!define MENU_ENTRY "${CLASSES}\SystemFileAssociations\.json\shell\Treewright"

Function .onInit
    !insertmacro MUI_LANGDLL_DISPLAY
FunctionEnd

Section
    SetOutPath "$INSTDIR"
    File /r "${FILES}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Treewright.lnk" "$INSTDIR\treewright.exe" "" "$INSTDIR\treewright.ico"

    WriteRegStr HKCU "Software\Treewright" "Folder" "$INSTDIR"
    WriteRegStr HKCU "${CLASSES}\Treewright.Tree" "" "$(BehaviorTree)"
    WriteRegStr HKCU "${CLASSES}\Treewright.Tree\DefaultIcon" "" "$INSTDIR\treewright.ico"
    WriteRegStr HKCU "${CLASSES}\Treewright.Tree\shell\open\command" "" '"$INSTDIR\treewright.exe" -- "%1"'
    WriteRegStr HKCU "${CLASSES}\.json\OpenWithProgids" "Treewright.Tree" ""
    WriteRegStr HKCU "${MENU_ENTRY}" "" "$(OpenInTreewright)"
    WriteRegStr HKCU "${MENU_ENTRY}" "AppliesTo" 'System.FileName:"*.bt.json"'
    WriteRegStr HKCU "${MENU_ENTRY}" "Icon" "$INSTDIR\treewright.ico"
    WriteRegStr HKCU "${MENU_ENTRY}\command" "" '"$INSTDIR\treewright.exe" -- "%1"'
    ; So that `treewright` can be started by its name from Run and from other programs.
    WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\treewright.exe" "" "$INSTDIR\treewright.exe"

    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Treewright"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Treewright authors"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\treewright.ico"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    ; Tells the desktop that file types have changed.
    System::Call 'shell32::SHChangeNotify(i 0x8000000, i 0, p 0, p 0)'
SectionEnd

; Removes what was installed, by name: the folder may hold files of the user, whose settings and copies of work stay.
Section Uninstall
    Delete "$INSTDIR\treewright.exe"
    Delete "$INSTDIR\treewright.ico"
    Delete "$INSTDIR\README.md"
    Delete "$INSTDIR\CHANGELOG.md"
    Delete "$INSTDIR\LICENSE-MIT"
    Delete "$INSTDIR\LICENSE-APACHE"
    Delete "$INSTDIR\third-party-licenses.txt"
    RMDir /r "$INSTDIR\guide"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Treewright.lnk"
    DeleteRegKey HKCU "${CLASSES}\Treewright.Tree"
    DeleteRegValue HKCU "${CLASSES}\.json\OpenWithProgids" "Treewright.Tree"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.json\OpenWithProgids"
    DeleteRegKey HKCU "${MENU_ENTRY}"
    DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\treewright.exe"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "Software\Treewright"
    System::Call 'shell32::SHChangeNotify(i 0x8000000, i 0, p 0, p 0)'
SectionEnd
