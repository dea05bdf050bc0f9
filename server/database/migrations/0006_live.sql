-- Whoever follows what happens as it happens: how they get in, and who is there at the moment.

-- With a ticket a browser opens its connection, once: an address may be seen by others, so it holds nothing that lasts.
create table live_tickets (
  hash bytea primary key,
  -- Whoever asked for it: by a login, or by a key or token.
  login_id uuid references login_sessions on delete cascade,
  credential_id uuid references credentials on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  expires_at timestamptz not null,
  check ((login_id is null) <> (credential_id is null))
);
create index live_tickets_age on live_tickets (expires_at);
create index live_tickets_of_login on live_tickets (login_id) where login_id is not null;
create index live_tickets_of_credential on live_tickets (credential_id) where credential_id is not null;
create index live_tickets_of_organization on live_tickets (organization_id);

-- The nodes that hold connections, each with its last sign of life. Nothing here is worth keeping when a server breaks down.
create unlogged table live_nodes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

-- Who is there: a row for each open connection. Those of a node that has died count for nothing.
create unlogged table live_connections (
  id uuid primary key,
  node_id uuid not null references live_nodes on delete cascade,
  organization_id uuid not null,
  user_id uuid not null,
  -- The agent at work on their behalf.
  agent_id uuid,
  status text not null check (status in ('online', 'away')),
  -- What they have open.
  project_id uuid,
  item text,
  changed_at timestamptz not null default now()
);
create index live_connections_of_node on live_connections (node_id);
create index live_connections_of_organization on live_connections (organization_id, user_id);
