#!/bin/sh
# Install this folder for one user, or for all of them; without root, and without anything to download.
#     ./install.sh [PREFIX]             copy it to PREFIX/lib/guillemet, with command, menu entry and icons (~/.local)
#     ./install.sh --remove [PREFIX]    remove these again; your settings and conversations stay
set -eu
from=$(cd "$(dirname "$0")" && pwd)
remove=no
if [ "${1:-}" = --remove ]; then
    remove=yes
    shift
fi
prefix=${1:-$HOME/.local}
place=$prefix/lib/guillemet
entry=$prefix/share/applications/org.guillemet.Guillemet.desktop

refresh() {
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "$prefix/share/applications" 2>/dev/null || true
    fi
    if command -v gtk-update-icon-cache >/dev/null; then
        gtk-update-icon-cache -qtf "$prefix/share/icons/hicolor" 2>/dev/null || true
    fi
}

if [ "$remove" = yes ]; then
    if [ -d "$place/share" ]; then
        (cd "$place/share" && find . -type f) | while read -r file; do
            rm -f "$prefix/share/$file"
            (cd "$prefix/share" && rmdir -p "$(dirname "$file")" 2>/dev/null) || true
        done
    fi
    rm -f "$prefix/bin/guillemet"
    rm -rf "$place"
    refresh
    # What the menu's programs keep about a folder that is empty otherwise.
    for cache in icons/hicolor/icon-theme.cache applications/mimeinfo.cache; do
        folder=$prefix/share/${cache%/*}
        case $(ls -A "$folder" 2>/dev/null) in "" | "${cache##*/}") rm -rf "$folder" ;; esac
    done
    rmdir "$prefix/share/icons" "$prefix/share" "$prefix/bin" "$prefix/lib" 2>/dev/null || true
    echo "Removed $place."
    exit 0
fi

if [ -e "$place" ] && [ ! -x "$place/guillemet" ]; then
    echo "$place exists and is not an installed Guillemet. Move it away, or name another prefix." >&2
    exit 1
fi
rm -rf "$place"
mkdir -p "$prefix/lib" "$prefix/bin" "$prefix/share"
cp -R "$from" "$place"
ln -sf "$place/guillemet" "$prefix/bin/guillemet"
cp -R "$place/share/." "$prefix/share/"
# The menu's programs may not have PREFIX/bin on their path.
sed "s|^Exec=guillemet|Exec=\"$place/guillemet\"|" "$place/share/applications/${entry##*/}" >"$entry"
refresh
echo "Installed. Start it from the menu, or with $prefix/bin/guillemet."
