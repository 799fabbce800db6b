#!/bin/sh
# usage: start.sh STATE APPS: PostgreSQL with its data in STATE, reached by a socket there, and
# Unleash beside it; both end when this script does. PostgreSQL does not run as root.
state=$1 apps=$2 as=""
if [ "$(id -u)" = 0 ]; then
  chmod a+x "$(dirname "$state")"
  chown -R postgres: "$state"
  as="setpriv --reuid=postgres --regid=postgres --clear-groups"
fi
tools=$(dirname "$(ls -d /usr/lib/postgresql/*/bin/initdb | tail -n 1)")
cd "$state" || exit 1
[ -d pg ] || $as "$tools/initdb" -D pg -U unleash -A trust -E UTF8 --locale=C >/dev/null || exit 1
rm -f pg/postmaster.pid
trap : TERM
$as "$tools/postgres" -D pg -k "$state" -c listen_addresses= -c fsync=off &
until "$tools/pg_isready" -q -h "$state"; do sleep 0.1; done
"$tools/createdb" -h "$state" -U unleash unleash 2>/dev/null
node "$apps/unleash/node_modules/unleash-server/dist/server.js" &
wait
wait
