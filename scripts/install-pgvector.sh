#!/usr/bin/env bash
# Installs pgvector for PostgreSQL 15 on Debian 12, which has no package for it. Compiles the source package of the next
# Debian release, from this machine's mirror, for the installed server.
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
# Uses separate lists and settings, so that the machine's package sources don't change.
next=(-o "Dir::Etc::SourceList=$work/next.list" -o Dir::Etc::SourceParts=/dev/null
  -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache")
apt-get "${next[@]}" update -qq
cd "$work"
apt-get "${next[@]}" source -qq --download-only pgvector
tar xf pgvector_*.orig.tar.*
cd pgvector-*/
# Compiles without processor-specific instructions, because the result may run on another machine.
make -s -j2 OPTFLAGS="" PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config" >/dev/null
make -s install PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config" >/dev/null
