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

# The pinned tools that build and check packages, in an environment of their own; prints its folder.
build_tools() {
    python3 -m venv "$WORK/tools"
    "$WORK/tools/bin/pip" install -q --require-hashes --only-binary :all: -r "$TOP/packaging/tools.lock"
    echo "$WORK/tools"
}

same_bytes() { # FILE FILE
    if ! cmp -s "$1" "$2"; then
        echo "Two builds of $(basename "$1") differ:" >&2
        sha256sum "$1" "$2" >&2
        exit 1
    fi
}
