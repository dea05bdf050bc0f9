-- A revoked device stays as a row, so that the machine learns that it must delete its copy. It can register again as a new one.
alter table devices add column revoked_at timestamptz;
alter table devices drop constraint devices_user_id_machine_key;
create unique index devices_user_id_machine_key on devices (user_id, machine) where revoked_at is null;

-- First pulls and exports read the items of an organization in the order of their ids. The other kinds have such an index.
create index epics_newest on epics (organization_id, id desc) where deleted_at is null;
create index stories_newest on stories (organization_id, id desc) where deleted_at is null;
create index notes_by_id on notes (organization_id, id desc) where deleted_at is null;

-- What each device pushed and pulled last in an organization. The position is that of its last pull.
create table sync_positions (
  device_id uuid not null references devices on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  pushed_at timestamptz,
  pulled_at timestamptz,
  xid xid8,
  seq bigint,
  primary key (device_id, organization_id)
);
create index sync_positions_of_organization on sync_positions (organization_id);

-- Every change that a device pushed and the server stored. Never deleted: a repeated push finds its result here.
create table sync_changes (
  device_id uuid not null references devices on delete cascade,
  id text not null,
  organization_id uuid not null references organizations on delete cascade,
  -- A hash of the change. The same id with other content is a mistake of the client.
  hash bytea not null,
  item_id uuid not null,
  -- The version of the item after the change. Null if the change left the item as it was.
  version integer,
  result jsonb not null,
  created_at timestamptz not null default now(),
  primary key (device_id, id)
);
create index sync_changes_of_item on sync_changes (item_id, device_id, version);
create index sync_changes_of_organization on sync_changes (organization_id);

-- What a device could see when it pulled. A cursor names one, and the next pull sends the difference.
create table sync_views (
  id uuid primary key,
  device_id uuid not null references devices on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  scopes jsonb not null,
  created_at timestamptz not null default now()
);
create index sync_views_of_device on sync_views (device_id, organization_id, id desc);
create index sync_views_of_organization on sync_views (organization_id);

-- Values that lost to a concurrent change, until someone decides.
create table sync_conflicts (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid references projects on delete cascade,
  type text not null check (type in ('field', 'deleted')),
  item_kind text not null,
  item_id uuid not null,
  item_key text not null,
  item_title text not null,
  field text,
  base jsonb,
  other jsonb,
  other_by jsonb not null,
  current_by jsonb not null,
  device_id uuid references devices on delete set null,
  resolution text check (resolution in ('current', 'other', 'value')),
  resolved_by jsonb,
  resolved_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sync_conflicts_of_organization on sync_conflicts (organization_id, id desc);
create index sync_conflicts_of_item on sync_conflicts (item_id, id desc);
create index sync_conflicts_of_project on sync_conflicts (project_id) where project_id is not null;

-- A permanently deleted item leaves no copy of its content behind.
create function forget_conflicts() returns trigger language plpgsql as $$
begin
  delete from sync_conflicts where item_id = old.id;
  return null;
end $$;
create trigger forget_conflicts after delete on projects for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on agents for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on skills for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on epics for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on stories for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on features for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on tasks for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on specs for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on decisions for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on notes for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on sessions for each row execute function forget_conflicts();
create trigger forget_conflicts after delete on memories for each row execute function forget_conflicts();

-- The id under which an item of an imported file was created here, so that importing it again finds it.
create table sync_imports (
  organization_id uuid not null references organizations on delete cascade,
  source_id uuid not null,
  item_kind text not null,
  item_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, source_id)
);
