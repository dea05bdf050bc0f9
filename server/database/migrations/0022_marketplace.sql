-- Skills, agents and workflows that organizations publish for everyone. `snapshot` holds the content of the current
-- release, so that later changes of the source item stay private until it is published again. The source has no
-- foreign key, because it can be in one of three tables and can be deleted before its publication.
create table marketplace_items (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('skill', 'agent', 'workflow')),
  source_id uuid not null unique,
  name text not null,
  description text not null,
  category text not null,
  tags text[] not null default '{}',
  snapshot jsonb not null,
  release integer not null default 1,
  released_at timestamptz not null default now(),
  published_by jsonb not null,
  -- The number of organizations that added it.
  installs integer not null default 0,
  featured_at timestamptz,
  withdrawn_at timestamptz,
  -- Set after an administrator removed it.
  removed_at timestamptz,
  removed_by jsonb,
  removal_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((removed_at is null) = (removed_by is null) and (removed_at is null) = (removal_reason is null))
);
create index marketplace_items_of_organization on marketplace_items (organization_id, id desc);
create index marketplace_items_listed on marketplace_items (kind, category)
  where withdrawn_at is null and removed_at is null;

-- The notes of each release. The content of earlier releases is deleted, so that a mistake can be corrected.
create table marketplace_releases (
  item_id uuid not null references marketplace_items on delete cascade,
  number integer not null,
  notes text not null,
  created_at timestamptz not null default now(),
  primary key (item_id, number)
);

-- The copies of marketplace items, with their origin. Keeps the name and the author, because the item can be deleted.
create table marketplace_installs (
  id uuid primary key,
  item_id uuid references marketplace_items on delete set null,
  organization_id uuid not null references organizations on delete cascade,
  copy_id uuid not null unique,
  item_name text not null,
  release integer not null,
  published_by jsonb not null,
  publisher text not null,
  installed_by jsonb not null,
  created_at timestamptz not null default now()
);
create index marketplace_installs_of_item on marketplace_installs (item_id, organization_id);
create index marketplace_installs_of_organization on marketplace_installs (organization_id);
