set -e
git fetch —all
git status
