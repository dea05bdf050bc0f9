-- The instance: one row. Cursors carry its epoch, so that a restored backup is noticed.
create table instance (
  only_one boolean primary key default true check (only_one),
  epoch uuid not null,
  created_at timestamptz not null default now()
);

create table settings (
  key text primary key,
  value jsonb not null,
  public boolean not null default false,
  updated_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  email text not null,
  username text not null unique,
  name text not null,
  password_hash text,
  role text not null default 'user' check (role in ('user', 'admin')),
  suspended_at timestamptz,
  last_organization_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table organizations (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table users add foreign key (last_organization_id) references organizations on delete set null;

create table memberships (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index memberships_of_user on memberships (user_id);

-- An AI worker with an identity of its own.
create table agents (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  role text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index agents_name on agents (organization_id, lower(name)) where deleted_at is null;

-- A signed-in device. Its id travels in the JWT; revoking the row ends the session on every node at once.
create table login_sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Set while an administrator acts as this user.
  impersonator_id uuid references users on delete cascade,
  user_agent text not null default '',
  network text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index login_sessions_of_user on login_sessions (user_id);

-- API keys and MCP tokens. Only a hash is kept: a stolen table opens nothing.
create table credentials (
  id uuid primary key,
  kind text not null check (kind in ('api_key', 'mcp_token')),
  hash bytea not null unique,
  hint text not null,
  name text not null,
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  agent_id uuid references agents,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index credentials_of_user on credentials (user_id, kind);

create table projects (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  slug text not null,
  key text not null,
  name text not null,
  description text not null default '',
  settings jsonb not null default '{}',
  visibility text not null default 'organization' check (visibility in ('private', 'team', 'organization', 'public')),
  last_number integer not null default 0,
  created_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  deleted_at timestamptz,
  deleted_by jsonb
);
create unique index projects_slug on projects (organization_id, slug);
create unique index projects_key on projects (organization_id, key);
create index projects_newest on projects (organization_id, created_at desc, id desc) where deleted_at is null;
create index projects_trash on projects (deleted_at) where deleted_at is not null;

create table tasks (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null references projects on delete cascade,
  number integer not null,
  key text not null,
  title text not null,
  description text not null default '',
  status text not null default 'todo'
    check (status in ('backlog', 'todo', 'in_progress', 'blocked', 'in_review', 'complete', 'cancelled')),
  priority text not null default 'none' check (priority in ('none', 'low', 'medium', 'high', 'urgent')),
  type text not null default 'task' check (type in ('task', 'bug', 'chore', 'spike')),
  labels text[] not null default '{}',
  estimate real,
  due_at timestamptz,
  assignee_user_id uuid references users on delete set null,
  assignee_agent_id uuid references agents on delete set null,
  completion_notes text,
  completed_at timestamptz,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  unique (project_id, number),
  check (assignee_user_id is null or assignee_agent_id is null)
);
-- Ids are UUIDv7, so they sort by time of creation: the id alone is the key of the newest-first list.
create index tasks_newest on tasks (organization_id, id desc) where deleted_at is null;
create index tasks_of_project on tasks (project_id, id desc) where deleted_at is null;
create index tasks_recently_changed on tasks (organization_id, updated_at desc, id desc) where deleted_at is null;
create index tasks_key on tasks (organization_id, key);
create index tasks_of_user on tasks (assignee_user_id) where assignee_user_id is not null;
create index tasks_of_agent on tasks (assignee_agent_id) where assignee_agent_id is not null;
create index tasks_trash on tasks (deleted_at) where deleted_at is not null;

-- The journal: one row for every change, in the transaction of the change, never altered afterwards.
-- Its order is (xid, seq). A reader takes only rows whose xid is below every running transaction's, so a
-- transaction that commits late can never appear behind a cursor that has passed it.
create table journal (
  seq bigint generated by default as identity,
  xid xid8 not null default pg_current_xact_id(),
  id uuid primary key,
  at timestamptz not null default now(),
  organization_id uuid,
  project_id uuid,
  -- Set for what concerns one person alone, such as a login.
  private_to uuid,
  actor jsonb not null,
  type text not null,
  subject_kind text not null,
  subject_id uuid not null,
  subject_key text,
  version integer,
  changes jsonb,
  data jsonb,
  request_id text
);
create index journal_of_organization on journal (organization_id, xid, seq);
create index journal_of_project on journal (project_id, xid, seq) where project_id is not null;
create index journal_of_subject on journal (subject_id, xid, seq);
create index journal_order on journal (xid, seq);

-- Answers kept for 24 hours, so that a repeated request repeats the answer and not the deed. The answer is
-- encrypted under a key that only the repeated request itself can supply.
create table idempotency_keys (
  scope text not null,
  key_hash bytea not null,
  request_hash bytea not null,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (scope, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Shared by all nodes. Unlogged: a crash may forget a minute's counts, and no write waits for the disk.
create unlogged table rate_limits (
  key text primary key,
  window_start timestamptz not null,
  hits integer not null
);
