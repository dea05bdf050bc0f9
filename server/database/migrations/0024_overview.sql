-- The servers of this instance. The heartbeat of each server writes its version and load. Unlogged, because the rows
-- are worthless after a crash.
create unlogged table nodes (
  id uuid primary key,
  -- Host name and process id.
  name text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- Share of one core since the heartbeat before.
  cpu real not null,
  memory_bytes bigint not null,
  -- Load of the machine in the last minute.
  load_average real not null,
  cores integer not null,
  requests_per_minute real not null,
  -- Disk of the data folder. Null if the system doesn't report it.
  disk_free_bytes bigint,
  disk_total_bytes bigint
);

-- Counters of all servers by day (UTC). Heartbeats add to them, so that they survive a restart.
create table daily_counts (
  day date not null,
  name text not null,
  label text not null,
  count bigint not null,
  primary key (day, name, label)
);

-- The audit journal filters by type in all organizations.
create index journal_by_type on journal (type, xid, seq);
-- Few events happen under impersonation, so this index stays small.
create index journal_impersonated on journal (xid, seq) where actor ->> 'impersonatedBy' is not null;
