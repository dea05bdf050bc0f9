-- What clients of MCP hold open, as far as more than one node has to know of it.

-- A session of Streamable HTTP, in the revisions of 2025. It belongs to no node: whichever is asked makes it from here.
create table mcp_sessions (
  id text primary key,
  credential_id uuid not null references credentials on delete cascade,
  -- What the client said of itself when it began the session, in the words of the protocol.
  client jsonb not null,
  protocol_version text not null,
  capabilities jsonb not null,
  -- The resources whose changes it wants to hear of.
  uris text[] not null default '{}',
  -- From which level on it is told of events.
  log_level text not null default 'notice',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index mcp_sessions_of_credential on mcp_sessions (credential_id, last_seen_at);
create index mcp_sessions_age on mcp_sessions (last_seen_at);

-- Messages on their way to the node that holds the stream they are for: each is there for a moment.
create unlogged table mcp_messages (
  id uuid primary key,
  -- The stream or session, without what makes its name work.
  recipient text not null,
  -- Whose message it is. Never the token itself: the node that takes the message asks whether it still stands.
  credential_id uuid not null,
  message text not null,
  -- The request that brought it.
  request jsonb not null,
  created_at timestamptz not null default now(),
  taken_at timestamptz
);
create index mcp_messages_waiting on mcp_messages (recipient, id) where taken_at is null;
create index mcp_messages_age on mcp_messages (created_at);
