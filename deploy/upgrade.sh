#!/bin/sh
# Upgrades the server that deploy/shadowban-checker.service runs, or goes back to the version before. As root:
#   sh deploy/upgrade.sh [branch, tag or commit]
#   sh deploy/upgrade.sh --back
# The new version is built in a folder of its own, by the service's user and not by root. It stops at the first fault, and the running version goes on.
# INSTALLED, BUILD_USER and RESTART stand for another place, another user and another way to restart.
set -eu
INSTALLED=${INSTALLED:-/opt/shadowban-checker}
BUILD_USER=${BUILD_USER:-shadowban-checker}
RESTART=${RESTART:-systemctl restart shadowban-checker}
say() { echo "upgrade: $*"; }
stop() { say "$*" >&2; exit 1; }

[ -d "$INSTALLED/.git" ] || stop "$INSTALLED is no clone of the repository; set INSTALLED."
[ "$(id -u)" -ne 0 ] || id -u "$BUILD_USER" >/dev/null 2>&1 ||
  stop "there is no user $BUILD_USER to build with: start the service, or set BUILD_USER."
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
# The user's files are root's again afterwards: the service may not change its own program.
as_builder() {
  if [ "$(id -u)" -ne 0 ]; then "$@"; return; fi
  chown -R "$BUILD_USER" "$new"
  built=0
  runuser -u "$BUILD_USER" -- env HOME="$new" "$@" || built=$?
  chown -R 0:0 "$new"
  rm -rf "$new/.npm"
  return $built
}
(cd "$new" && as_builder sh -c 'npm ci && npm run build && npm sbom --sbom-format=cyclonedx --omit=dev >sbom.json && npm prune --omit=dev') ||
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
