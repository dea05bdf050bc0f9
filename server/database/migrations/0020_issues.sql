-- A problem that a user reports to the administrators of the instance. It belongs to no organization: only its
-- reporter and the administrators can see it.
create table issues (
  id uuid primary key,
  -- Assigned under a table lock instead of by a sequence, because a restored backup doesn't restore sequences.
  number integer not null unique,
  -- An erased account keeps its row without a name, so the issue stays, also without a name.
  reporter_id uuid not null references users,
  title text not null,
  description text not null,
  page_url text,
  browser text,
  app_version text,
  state text not null default 'open' check (state in ('open', 'triaged', 'in_progress', 'resolved', 'closed')),
  assignee_id uuid references users,
  -- The issue at the code host that this one is linked to.
  remote_repo text,
  remote_number integer,
  remote_url text,
  -- Its state at the last sync. A different state there or here is a change since then.
  remote_state text check (remote_state in ('open', 'closed')),
  remote_updated_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index issues_of_reporter on issues (reporter_id, id desc);
create index issues_of_assignee on issues (assignee_id) where assignee_id is not null;
create index issues_by_state on issues (state, id desc);
create unique index issues_by_remote on issues (remote_repo, remote_number) where remote_number is not null;

create table issue_replies (
  id uuid primary key,
  issue_id uuid not null references issues on delete cascade,
  author_id uuid not null references users,
  -- Whether the author replied as an administrator. Their role can change later.
  by_administrator boolean not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index issue_replies_of_issue on issue_replies (issue_id, id);

-- Not in `images`, which anyone with the URL can read.
create table issue_screenshots (
  issue_id uuid primary key references issues on delete cascade,
  type text not null,
  bytes bytea not null,
  created_at timestamptz not null default now()
);

-- The repositories at the code host whose issues are synchronized.
create table issue_syncs (
  repo text primary key,
  -- Changes there up to this time are known here.
  synced_until timestamptz not null
);
