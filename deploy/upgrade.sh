#!/bin/sh
# Upgrades the server that deploy/shadowban-checker.service runs, or goes back to the version before. As root:
#   sh deploy/upgrade.sh [branch, tag or commit]
#   sh deploy/upgrade.sh --back
# The new version is built in a folder of its own. It stops at the first fault, and the running version goes on.
# INSTALLED and RESTART stand for other places and other ways to restart.
set -eu
INSTALLED=${INSTALLED:-/opt/shadowban-checker}
RESTART=${RESTART:-systemctl restart shadowban-checker}
say() { echo "upgrade: $*"; }
stop() { say "$*" >&2; exit 1; }

[ -d "$INSTALLED/.git" ] || stop "$INSTALLED is no clone of the repository; set INSTALLED."
version() { git -C "$1" log -1 --format='%h of %cs'; }

if [ "${1:-}" = --back ]; then
  [ -d "$INSTALLED.old" ] || stop "there is no $INSTALLED.old to go back to."
  rm -rf "$INSTALLED.undone"
  mv "$INSTALLED" "$INSTALLED.undone"
  mv "$INSTALLED.old" "$INSTALLED"
  mv "$INSTALLED.undone" "$INSTALLED.old"
  $RESTART
  say "back at $(version "$INSTALLED"); $INSTALLED.old is $(version "$INSTALLED.old")."
  exit 0
fi

new="$INSTALLED.new"
rm -rf "$new"
git clone --quiet "$(git -C "$INSTALLED" remote get-url origin)" "$new"
[ $# -eq 0 ] || git -C "$new" checkout --quiet "$1"
say "building $(version "$new") in $new"
for file in "$INSTALLED"/.env.*; do
  if [ -f "$file" ]; then
    cp -p "$file" "$new/"
    say "kept the build's variables in $(basename "$file")"
  fi
done
(cd "$new" && npm ci && npm run build && npm prune --omit=dev) ||
  stop "the new version could not be built, and the old one goes on. The messages above say why; what was built is in $new."
# Tabs that are open ask for the assets of the version before.
if [ -d "$INSTALLED/dist/assets" ]; then
  for asset in "$INSTALLED"/dist/assets/*; do
    [ ! -f "$asset" ] || [ -e "$new/dist/assets/$(basename "$asset")" ] || cp -p "$asset" "$new/dist/assets/"
  done
fi
chmod -R a+rX "$new"
rm -rf "$INSTALLED.old"
mv "$INSTALLED" "$INSTALLED.old"
mv "$new" "$INSTALLED"
$RESTART
say "now at $(version "$INSTALLED"); $INSTALLED.old is $(version "$INSTALLED.old"). To go back: sh $INSTALLED/deploy/upgrade.sh --back"
