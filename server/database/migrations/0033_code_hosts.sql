-- A connection of an organization to a code host. Its admins set it: a token, or the installation of an app.
create table code_hosts (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- The web address, such as https://github.com, and the address of its REST API.
  url text not null,
  api_url text not null,
  kind text not null check (kind in ('token', 'app')),
  -- Encrypted: the token, or the private key of the app.
  secret bytea not null,
  -- The last characters of a token.
  hint text,
  app_id text,
  installation_id text,
  -- The account or app at the host, and what it may do, as the host said at the last check.
  login text,
  scopes text[] not null default '{}',
  checked_at timestamptz,
  failure text,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, url)
);

alter table repos drop constraint repos_status_check;
alter table repos
  add constraint repos_status_check check (status in ('pending', 'syncing', 'ready', 'error')),
  -- Whose credential reads it: its own token (or none), the account of the person who connected it, or the connection of
  -- the organization.
  add column access text not null default 'token' check (access in ('token', 'person', 'organization')),
  add column connected_by uuid references users on delete set null,
  add column code_host_id uuid references code_hosts on delete set null,
  -- Where its code host is, and its owner and name there. Null: plain git.
  add column host_url text,
  add column api_url text,
  add column host_name text,
  add column is_private boolean not null default false,
  -- The only user who can read its journal entries. Set if only some people can see it, also after that user was deleted.
  add column private_to uuid generated always as (case when access = 'person' and is_private
    then coalesce(connected_by, '00000000-0000-0000-0000-000000000000'::uuid) end) stored,
  -- What to do about the failure: a word that the dashboard turns into a link or a button.
  add column fix text,
  -- Encrypted: signs the webhook of the host. The id and the failure of the webhook there.
  add column hook_secret bytea,
  add column hook_id text,
  add column hook_failure text,
  add column hook_received_at timestamptz,
  -- Pull requests are complete until this time of the host's clock.
  add column pulls_until timestamptz,
  -- A webhook or a person asked for a sync that has not started yet. `syncing_since` is the lease of the sync in progress:
  -- its node renews it, and another node takes it over when it expires.
  add column sync_wanted_at timestamptz,
  add column syncing_since timestamptz,
  -- The last try, and the time before which a rate limit forbids the next one.
  add column sync_tried_at timestamptz,
  add column sync_not_before timestamptz;
create index repos_sync_wanted on repos (sync_wanted_at) where sync_wanted_at is not null and deleted_at is null;
create index repos_at_host on repos (api_url, lower(host_name)) where host_name is not null and deleted_at is null;

-- Who can read a private repository at its host, as their own account there said. Others don't see it here either.
create table repo_viewers (
  repo_id uuid not null references repos on delete cascade,
  user_id uuid not null references users on delete cascade,
  can_read boolean not null,
  checked_at timestamptz not null,
  primary key (repo_id, user_id)
);
create index repo_viewers_of_user on repo_viewers (user_id);

-- Open and recently changed pull requests, as the host returns them.
create table pull_requests (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  repo_id uuid not null references repos on delete cascade,
  number integer not null,
  title text not null,
  body text not null default '',
  url text not null,
  state text not null check (state in ('open', 'closed', 'merged')),
  draft boolean not null default false,
  author text,
  head_branch text not null,
  head_commit text not null,
  base_branch text not null,
  merge_commit text,
  -- The last verdict of each reviewer, and who is still asked.
  reviews jsonb not null default '[]',
  requested_reviewers text[] not null default '{}',
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  merged_at timestamptz,
  closed_at timestamptz,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  unique (repo_id, number)
);
create index pull_requests_changed on pull_requests (repo_id, changed_at desc);
create index pull_requests_by_head on pull_requests (repo_id, head_commit);

-- The check runs and commit statuses of the commits that matter: heads of branches and pull requests.
create table check_runs (
  repo_id uuid not null references repos on delete cascade,
  commit text not null,
  name text not null,
  -- 'queued', 'in_progress' or 'completed', and then the conclusion in the words of the host.
  status text not null,
  conclusion text,
  url text,
  changed_at timestamptz not null,
  primary key (repo_id, commit, name)
);

-- Branches, commits and pull requests that mention an epic, story, task or feature by its number.
create table code_links (
  item_id uuid not null,
  item_kind text not null check (item_kind in ('epic', 'story', 'task', 'feature')),
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  repo_id uuid not null references repos on delete cascade,
  kind text not null check (kind in ('branch', 'commit', 'pull_request')),
  -- The branch name, the commit id, or the number of the pull request.
  reference text not null,
  title text not null,
  url text,
  -- The state of the pull request for which its task was last considered, so that a state moves the task only once.
  handled_state text,
  linked_at timestamptz not null default now(),
  primary key (item_id, repo_id, kind, reference),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index code_links_of_repo on code_links (repo_id, kind);

-- Deliveries of webhooks that were accepted, so that a repeated one does nothing.
create table received_webhooks (
  repo_id uuid not null references repos on delete cascade,
  delivery text not null,
  received_at timestamptz not null default now(),
  primary key (repo_id, delivery)
);
create index received_webhooks_age on received_webhooks (received_at);

-- Whether linked pull requests move the tasks of the project.
alter table projects add column pull_requests_move_tasks boolean not null default false;

-- The repository and the commit that a piece of evidence was verified in. A change there verifies it again.
alter table evidence
  add column repo_id uuid references repos on delete set null,
  add column commit text,
  add column branch text,
  add column paths text[] not null default '{}';
create index evidence_in_repo on evidence (repo_id) where repo_id is not null and deleted_at is null;

-- Why a passed gate was opened again: { gate, from, round, evidence, finding, at }.
alter table features add column reopened jsonb;
