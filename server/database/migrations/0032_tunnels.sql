-- A machine that its owner made reachable, and what its permission file allows.
create table tunnels (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- The owner of the machine.
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- The code that claims the machine, until it is used or expires.
  nonce_hash bytea unique,
  nonce_expires_at timestamptz,
  -- Null until the machine is claimed, and after the tunnel is revoked.
  token_hash bytea unique,
  machine jsonb,
  declaration jsonb,
  -- The current connection. A node acts for the machine only while this is its own.
  connection_id uuid,
  connected_at timestamptz,
  last_seen_at timestamptz,
  claimed_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tunnels_of_organization on tunnels (organization_id, id desc);
create index tunnels_of_user on tunnels (user_id, id desc);
create index tunnels_connected on tunnels (connection_id) where connection_id is not null;

-- Every execution of an action. Never deleted while the tunnel exists: it is the history of the machine.
create table tunnel_runs (
  tunnel_id uuid not null references tunnels on delete cascade,
  -- Chosen by the requester, so that a repeated request is the same run.
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  -- The requester, or the user for whom an agent requested it.
  user_id uuid references users on delete set null,
  agent_id uuid references agents on delete set null,
  -- The login session, key or token of the requester. The run stops when it ends.
  credential_id uuid not null,
  requester jsonb not null,
  action text not null,
  target text,
  input jsonb not null,
  -- A hash of action, target and input. The same id with other content is a mistake of the client.
  hash bytea not null,
  -- The MCP session on the machine and the request that the run answers.
  mcp jsonb,
  timeout_seconds integer not null,
  state text not null default 'queued'
    check (state in ('queued', 'asked', 'running', 'done', 'failed', 'refused', 'cancelled', 'lost')),
  reason text,
  result jsonb,
  progress jsonb,
  output text not null default '',
  output_bytes bigint not null default 0,
  decision text check (decision in ('allow', 'refuse')),
  decided_by jsonb,
  cancelled_by jsonb,
  cancel_reason text,
  -- When a node sent the run, the decision and the cancellation to the machine.
  dispatched_at timestamptz,
  decision_sent_at timestamptz,
  cancel_sent_at timestamptz,
  asked_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tunnel_id, id)
);
create index tunnel_runs_newest on tunnel_runs (tunnel_id, created_at desc, id desc);
create index tunnel_runs_unfinished on tunnel_runs (tunnel_id) where ended_at is null;
create index tunnel_runs_of_organization on tunnel_runs (organization_id);
create index tunnel_runs_of_user on tunnel_runs (user_id) where user_id is not null;
create index tunnel_runs_of_agent on tunnel_runs (agent_id) where agent_id is not null;

-- Frames between two nodes, for streams that arrive at another node than the machine. Lost with a crash, like a connection.
create unlogged table tunnel_frames (
  id bigint generated always as identity primary key,
  recipient uuid not null,
  link uuid not null,
  frames bytea not null,
  created_at timestamptz not null default now()
);
create index tunnel_frames_of_recipient on tunnel_frames (recipient, id);
