#!/bin/sh
# Installs this checkout as a systemd service, or updates it; run it as root:
#   deploy/install.sh
#   deploy/install.sh --back    the version that ran before runs again
# Each version has an environment of its own in /opt/tomato-table. The links `current` and
# `previous` name two of them, and older ones are deleted. The running bot's is never changed.
set -eu
umask 022
root=/opt/tomato-table
service=tomato-table

fail() {
    echo "$1" >&2
    exit 1
}

# Let a link name another environment, in one step.
link() {
    ln -sfn "$1" "$root/$2.new"
    mv -fT "$root/$2.new" "$root/$2"
}

# Give the template what the host has changed: systemd 252 follows links to files, not to folders.
share_changes() {
    from=/etc/systemd/system/$service.service.d
    to=/etc/systemd/system/$service@.service.d
    [ ! -L $to ] || rm $to
    mkdir -p $to
    find -L $to -type l -delete
    for file in $from/*.conf; do
        name=${file##*/}
        if [ -e "$file" ] && { [ -L "$to/$name" ] || [ ! -e "$to/$name" ]; }; then
            ln -sfn "$file" "$to/$name"
        fi
    done
}

# Run what `current` names. A second process stands by during the restart, so that no press is lost.
# A bot of several shares has a unit for each: they restart one after another.
start() {
    share_changes
    systemctl daemon-reload
    shares=$(systemctl list-units --plain --no-legend --state=active "$service@*" | sed 's/ .*//; /@update/d')
    for share in $shares; do
        if ! timeout 180 systemctl restart "$share"; then
            [ -z "$present" ] || link "$present" current
            systemctl restart --no-block "$share"
            fail "The new version doesn't start. See journalctl -u $share"
        fi
    done
    if [ -n "$shares" ]; then
        echo "$(readlink $root/current) runs. See its log with: journalctl -fu '$service@*'"
        return
    fi
    systemctl enable --quiet $service
    if systemctl is-active --quiet $service; then
        if ! timeout 180 systemctl start $service@update; then
            systemctl stop $service@update
            [ -z "$present" ] || link "$present" current
            fail "The new version doesn't start, and the old one runs on. See journalctl -u $service@update"
        fi
        timeout 180 systemctl restart $service
        systemctl stop $service@update
    else
        systemctl restart --no-block $service
    fi
    echo "$(readlink $root/current) runs. See its log with: journalctl -fu $service"
}

[ "$(id -u)" = 0 ] || fail "Run this as root."
[ -d /run/systemd/system ] || fail "systemd doesn't run on this machine."
present=$(readlink $root/current || true)

if [ "${1:-}" = --back ]; then
    previous=$(readlink $root/previous) || fail "There is no previous version in $root."
    link "$previous" current
    start
    link "$present" previous
    exit
fi

cd "$(dirname "$0")/.."
[ -e /etc/$service.env ] || [ -e .env ] || fail "There is no .env yet: run make init."
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' bot/__init__.py)
version=${version:?}-$(date +%Y%m%d-%H%M%S)
new=$root/$version
trap 'rm -rf "$new"' EXIT

"${PYTHON:-python3}" -m venv "$new"
case $(readlink -f "$new/bin/python") in
    /home/* | /root/* | /run/user/*) fail "The service can't read a Python under /home or /root. Name another one: PYTHON=/usr/bin/python3 $0" ;;
esac
"$new/bin/pip" install --quiet --require-hashes --no-deps -r requirements.lock
"$new/bin/pip" install --quiet --no-deps .
"$new/bin/pip" check
"$new/bin/tomato-table" --version

id -u $service >/dev/null 2>&1 || useradd --system --shell /usr/sbin/nologin $service
[ -e /etc/$service.env ] || install -m 600 .env /etc/$service.env
for name in $service $service@; do
    install -m 644 deploy/$service.service /etc/systemd/system/$name.service
done
link "$version" current
trap - EXIT
start
[ -z "$present" ] || link "$present" previous
for old in "$root"/*/pyvenv.cfg; do
    old=$(dirname "$old")
    case $old in
        "$root/$version" | "$root/$present" | "$root/current" | "$root/previous") ;;
        *) rm -rf "$old" ;;
    esac
done
