#!/usr/bin/env bash
# pgvector for PostgreSQL 15 on Debian 12, which has no package of it: the source package of Debian's next release, from
# the mirror that this machine uses already, compiled for the server that is installed here.
set -euo pipefail
version=${1:-15}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DEBIAN_FRONTEND=noninteractive

apt-get update -qq
apt-get install -y -qq --no-install-recommends \
  "postgresql-$version" "postgresql-server-dev-$version" build-essential dpkg-dev >/dev/null

# A machine has one of the two files.
mirror=$({ cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true; } |
  grep -E '^(URIs:|deb )' | grep -oE 'https?://[^ ]+' | grep -v security | sed -n 1p)
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$work/next.list"
# Lists and settings of its own: the machine's sources stay as they are.
next=(-o "Dir::Etc::SourceList=$work/next.list" -o Dir::Etc::SourceParts=/dev/null
  -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache")
apt-get "${next[@]}" update -qq
cd "$work"
apt-get "${next[@]}" source -qq --download-only pgvector
tar xf pgvector_*.orig.tar.*
cd pgvector-*/
# Without the instructions of this very processor: what is built here may run elsewhere.
make -s -j2 OPTFLAGS="" PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config" >/dev/null
make -s install PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config" >/dev/null
