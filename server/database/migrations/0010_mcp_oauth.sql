-- MCP clients that have registered themselves. None has a secret, so there is none to keep.
create table mcp_oauth_clients (
  id text primary key,
  metadata jsonb not null,
  created_at timestamptz not null default now(),
  -- When somebody last let it in, or it last came for a new token.
  used_at timestamptz
);

-- What a sign-in leaves on its way: requests that wait for a person, grants, codes and tokens. Each is found by the hash
-- of its secret, and what it says is encrypted.
create table mcp_oauth_artifacts (
  kind text not null check (kind in ('Interaction', 'Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken')),
  hash bytea not null,
  -- What a person has made by letting a client in. It stands and falls with all that is here of it.
  credential_id uuid references credentials on delete cascade,
  -- The resource that an access token is for.
  audience text,
  sealed bytea not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, hash)
);
create index mcp_oauth_artifacts_of_credential on mcp_oauth_artifacts (credential_id, kind)
  where credential_id is not null;
create index mcp_oauth_artifacts_age on mcp_oauth_artifacts (expires_at);
