set -e
git fetch
git status
