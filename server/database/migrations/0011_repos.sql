-- Where the code of a project is: repositories of others, read with git and never written to.
create table repos (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  name text not null,
  -- Without a password; with or without .git at the end, as its server wants it.
  url text not null,
  -- Encrypted: what reads it where it is not open to everybody.
  token bytea,
  -- The branch that somebody chose; null: whatever the repository itself says.
  chosen_branch text,
  status text not null default 'pending' check (status in ('pending', 'ready', 'error')),
  -- In words, why it could not be read the last time.
  failure text,
  -- When reading began that led to what is kept here.
  synced_at timestamptz,
  default_branch text,
  -- The newest commit of that branch; null where there is none yet.
  head text,
  -- The first of them by name, and how many there are.
  branches jsonb not null default '[]',
  branch_count integer not null default 0,
  tags text[] not null default '{}',
  tag_count integer not null default 0,
  -- What was found at that commit: read-me, languages, commands, newest commits.
  contents jsonb,
  -- The instructions for assistants that were generated last.
  instructions jsonb,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
-- A repository is in a project once, however its address is written.
create unique index repos_once_in_project on repos (project_id, regexp_replace(url, '\.git$', ''))
  where deleted_at is null;
create index repos_of_organization on repos (organization_id, id) where deleted_at is null;
create index repos_of_project on repos (project_id, id) where deleted_at is null;
create index repos_trash on repos (deleted_at) where deleted_at is not null;
create index repos_trashed on repos (organization_id, deleted_at desc, id desc) where deleted_at is not null;
