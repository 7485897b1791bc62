; Installer of the one-folder app for one user: no administrator is asked for.
; makensis -DVERSION=1.2.3 -DSOURCE=folder -DICON=guillemet.ico -DOUTPUT=guillemet-setup.exe installer.nsi
Unicode true
!include "MUI2.nsh"
!include "FileFunc.nsh"

!define ID "org.guillemet.Guillemet"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${ID}"

Name "Guillemet"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Guillemet"
InstallDirRegKey HKCU "Software\${ID}" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID lzma
ManifestDPIAware true
ManifestLongPathAware true
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Guillemet"
VIAddVersionKey "FileDescription" "Installs Guillemet"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "Guillemet"
  ; An update replaces all: files that the new version no longer has would still be loaded.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  CreateShortcut "$SMPROGRAMS\Guillemet.lnk" "$INSTDIR\guillemet-window.exe"
  WriteRegStr HKCU "Software\Classes\Directory\shell\${ID}" "" "Open with Guillemet"
  WriteRegStr HKCU "Software\Classes\Directory\shell\${ID}" "Icon" "$INSTDIR\guillemet-window.exe"
  WriteRegStr HKCU "Software\Classes\Directory\shell\${ID}\command" "" '"$INSTDIR\guillemet-window.exe" "%1"'
  ; So that `guillemet` can be typed into the Run box and found by other programs.
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\guillemet.exe" "" "$INSTDIR\guillemet.exe"

  WriteRegStr HKCU "Software\${ID}" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Guillemet"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\guillemet-window.exe"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
SectionEnd

Section "Uninstall"
  ; Only what was installed: the folder may hold something of the user's, and settings and conversations lie elsewhere.
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\guillemet.exe"
  Delete "$INSTDIR\guillemet-window.exe"
  Delete "$INSTDIR\LICENSE"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Guillemet.lnk"
  DeleteRegKey HKCU "Software\Classes\Directory\shell\${ID}"
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\guillemet.exe"
  DeleteRegKey HKCU "Software\${ID}"
  DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
