# shellcheck shell=bash
# Sourced by the scripts of every kind: where things lie, and what makes a build repeatable.
# Sets TOP (the repository), DIST (what was built), WORK (a scratch folder, removed at the end), VERSION and SOURCE_DATE_EPOCH.
set -euo pipefail
TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
DIST=${GUILLEMET_DIST:-$TOP/dist}
WORK=$(mktemp -d "${TMPDIR:-/tmp}/guillemet-packaging.XXXXXX")
trap 'rm -rf "$WORK"' EXIT
VERSION=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$TOP/desktop/guillemet/__init__.py")
# The time of the commit stands for every time inside a package, so that one commit gives the same bytes everywhere.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$TOP" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
export LC_ALL=C.UTF-8 TZ=UTC PIP_DISABLE_PIP_VERSION_CHECK=1
umask 022
mkdir -p "$DIST"

# What is committed, without anything that happens to lie in this checkout.
clean_checkout() { # FOLDER
    mkdir -p "$1"
    git -C "$TOP" archive HEAD | tar -x -C "$1"
}

# An environment with what these lock files pin; prints its Python. PYTHON=python3.12 makes it of another Python.
environment() { # FOLDER LOCK FILE…
    local folder=$1 locks=() python
    shift
    for lock in "$@"; do locks+=(-r "$lock"); done
    "${PYTHON:-python3}" -m venv "$folder"
    python=$folder/bin/python
    [ -e "$python" ] || python=$folder/Scripts/python # Windows
    "$python" -m pip install -q --require-hashes --only-binary :all: "${locks[@]}" >&2
    echo "$python"
}

# The pinned tools that build and check packages, in an environment of their own; prints its Python.
build_tools() {
    environment "$WORK/tools" "$TOP/packaging/tools.lock"
}

# The path as programs of this system write it; only in Git's bash on Windows that is another one.
native() { if command -v cygpath >/dev/null; then cygpath -w "$1"; else echo "$1"; fi; }

# The one-folder app in $WORK/dist, of what is committed ($WORK/source). The function named is called before, with the
# Python of the app's environment, and exports what the recipe is told apart from the rest.
freeze() { # [FUNCTION]
    local python
    clean_checkout "$WORK/source"
    python=$(environment "$WORK/environment" "$TOP/packaging/requirements.lock" "$TOP/packaging/bundler.lock")
    ${1:+"$1" "$python"}
    PYTHONHASHSEED=1 PYTHONPATH=$(native "$WORK/source/desktop") "$python" -m PyInstaller --noconfirm --log-level WARN \
        --distpath "$(native "$WORK/dist")" --workpath "$(native "$WORK/work")" \
        "$(native "$WORK/source/packaging/bundle/guillemet.spec")"
}

# Put the bill of materials beside what was built, after comparing it with the schema.
publish_bill() { # FOLDER NAME
    "$(build_tools)" "$TOP/packaging/bill_of_materials.py" --check "$1/guillemet.cdx.json"
    cp "$1/guillemet.cdx.json" "$DIST/$2.cdx.json"
}

same_bytes() { # FILE FILE
    if ! cmp -s "$1" "$2"; then
        echo "Two builds of $(basename "$1") differ:" >&2
        sha256sum "$1" "$2" >&2
        exit 1
    fi
}
