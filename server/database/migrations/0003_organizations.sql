-- What an organization may use, and how its projects begin.
alter table organizations
  add column plan text not null default 'unlimited',
  add column description text not null default '',
  add column default_visibility text not null default 'organization'
    check (default_visibility in ('private', 'organization'));

alter table memberships
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();

create table teams (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  slug text not null unique,
  name text not null,
  description text not null default '',
  avatar_id uuid references images on delete set null,
  created_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, organization_id)
);
create index teams_of_organization on teams (organization_id, lower(name), id);

-- Whoever is in a team is in its organization, and no guest there: whatever takes somebody out of the organization
-- takes them out of its teams, and whatever adds them holds their membership. (No foreign key says so, because the
-- members of a sandbox are those of the organization it belongs to.)
create table team_members (
  team_id uuid not null,
  organization_id uuid not null,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('lead', 'member')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (team_id, user_id),
  foreign key (team_id, organization_id) references teams (id, organization_id) on delete cascade
);
create index team_members_of_user on team_members (user_id, organization_id);

-- The team that somebody works in at the moment, in each organization.
create table current_teams (
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  team_id uuid not null,
  primary key (user_id, organization_id),
  foreign key (team_id, user_id) references team_members on delete cascade
);
create index current_teams_of_team on current_teams (team_id, user_id);

-- Pictures are a person's or a team's.
alter table images
  alter column user_id drop not null,
  add column team_id uuid references teams on delete cascade,
  add check ((user_id is null) <> (team_id is null));
create index images_of_team on images (team_id) where team_id is not null;

-- A project may belong to a team. A team goes only once none is visible to it alone.
update projects set visibility = 'organization' where visibility = 'team';
alter table projects
  add unique (id, organization_id),
  add column team_id uuid,
  add foreign key (team_id, organization_id) references teams (id, organization_id) on delete set null (team_id),
  add check (visibility <> 'team' or team_id is not null);
create index projects_of_team on projects (team_id) where team_id is not null;

-- What is shared by name: with a person, or with a team.
create table project_shares (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  user_id uuid references users on delete cascade,
  team_id uuid,
  role text not null check (role in ('viewer', 'editor')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  foreign key (team_id, organization_id) references teams (id, organization_id) on delete cascade,
  check ((user_id is null) <> (team_id is null))
);
create index project_shares_of_project on project_shares (project_id, id);
create unique index project_shares_of_person on project_shares (project_id, user_id) where user_id is not null;
create unique index project_shares_of_team on project_shares (project_id, team_id) where team_id is not null;
create index project_shares_with_person on project_shares (user_id, organization_id) where user_id is not null;
create index project_shares_with_team on project_shares (team_id) where team_id is not null;

-- That somebody was asked to join. The secret of the mail is kept as a hash; a new mail has a new one.
create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  team_id uuid references teams on delete set null,
  hash bytea not null unique,
  -- An invitation that is still pending after its time is expired.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'revoked')),
  invited_by uuid not null references users,
  answered_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index invitations_pending on invitations (organization_id, lower(email)) where status = 'pending';
create index invitations_newest on invitations (organization_id, id desc);
create index invitations_of_address on invitations (lower(email)) where status = 'pending';
create index invitations_of_team on invitations (team_id) where team_id is not null;

-- A person's machine. It calls itself by an id of its own, so that registering it again finds it.
create table devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  machine text not null,
  name text not null,
  platform text not null default '',
  last_seen_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, machine)
);

create table workspaces (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  owner_id uuid not null references users,
  name text not null,
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  unique (id, organization_id)
);
create index workspaces_newest on workspaces (organization_id, id desc) where deleted_at is null;
create index workspaces_of_owner on workspaces (owner_id);
create index workspaces_trash on workspaces (deleted_at) where deleted_at is not null;

create table workspace_projects (
  workspace_id uuid not null,
  project_id uuid not null,
  organization_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, project_id),
  foreign key (workspace_id, organization_id) references workspaces (id, organization_id) on delete cascade,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index workspace_projects_of_project on workspace_projects (project_id);

create table workspace_teams (
  workspace_id uuid not null,
  team_id uuid not null,
  organization_id uuid not null,
  role text not null check (role in ('viewer', 'editor')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, team_id),
  foreign key (workspace_id, organization_id) references workspaces (id, organization_id) on delete cascade,
  foreign key (team_id, organization_id) references teams (id, organization_id) on delete cascade
);
create index workspace_teams_of_team on workspace_teams (team_id);

-- Where a workspace is on a device. Its owner alone sees the path. `local_id` is what the device calls it.
create table workspace_folders (
  workspace_id uuid not null,
  device_id uuid not null references devices on delete cascade,
  organization_id uuid not null,
  path text not null,
  local_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, device_id),
  foreign key (workspace_id, organization_id) references workspaces (id, organization_id) on delete cascade
);
create unique index workspace_folders_local on workspace_folders (device_id, organization_id, local_id);

-- How far somebody has come with setting things up. Whoever has no row has not begun.
create table onboardings (
  user_id uuid primary key references users on delete cascade,
  organization_id uuid references organizations on delete set null,
  team_id uuid references teams on delete set null,
  credential_id uuid references credentials on delete set null,
  step text not null default 'organization' check (step in ('organization', 'people', 'connect', 'done')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index onboardings_of_organization on onboardings (organization_id);
create index onboardings_of_team on onboardings (team_id);
create index onboardings_of_credential on onboardings (credential_id);

-- When a token's client first called a tool, and what it says it is.
alter table credentials
  add column first_call_at timestamptz,
  add column client text;
update credentials set first_call_at = last_used_at where kind = 'mcp_token';

-- An instance of a workflow in a project.
create table features (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  key text not null,
  title text not null,
  description text not null default '',
  status text not null default 'planned'
    check (status in ('planned', 'active', 'changes_requested', 'done', 'cancelled')),
  gate text,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index features_of_project on features (project_id, id desc) where deleted_at is null;
create index features_trash on features (deleted_at) where deleted_at is not null;

-- Reusable instructions: of a person, of a team, or for everybody.
create table skills (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  owner_id uuid not null references users,
  scope text not null default 'personal' check (scope in ('personal', 'team', 'public')),
  team_id uuid,
  slug text not null,
  name text not null,
  description text not null default '',
  content text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  unique (organization_id, slug),
  foreign key (team_id, organization_id) references teams (id, organization_id) on delete set null (team_id),
  check (scope <> 'team' or team_id is not null)
);
create index skills_of_team on skills (team_id) where team_id is not null;
create index skills_trash on skills (deleted_at) where deleted_at is not null;
