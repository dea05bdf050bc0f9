-- The language model of an organization and its limits. Without a row: the model of the instance, without limits.
create table ai_settings (
  organization_id uuid primary key references organizations on delete cascade,
  -- The model that answers: that of the instance, an own one, or none.
  source text not null default 'instance' check (source in ('instance', 'own', 'off')),
  provider text check (provider in ('openai', 'anthropic')),
  -- Null: the server of the provider.
  url text,
  model text,
  -- Encrypted: the API key, and its last characters.
  secret bytea,
  hint text,
  -- Tokens per calendar month (UTC), for the whole organization and for each person. Null: unlimited.
  monthly_tokens bigint check (monthly_tokens >= 0),
  monthly_tokens_per_person bigint check (monthly_tokens_per_person >= 0),
  tested_at timestamptz,
  -- Why the last test failed, as a sentence.
  failure text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (source <> 'own' or provider is not null and model is not null)
);

-- Tokens that answers used, by calendar month (UTC). The questions of agents count for their user. An answer in progress
-- has already counted the most that it can use, and returns the rest at its end.
create table ai_usage (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  month date not null,
  -- Whose model answered. The operator limits the use of the instance's model.
  source text not null check (source in ('instance', 'own')),
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- Requests to the model. An answer can need several.
  requests integer not null default 0,
  primary key (organization_id, month, user_id, source)
);
create index ai_usage_of_user on ai_usage (user_id);

-- A conversation of a person with the language model. Private to its owner, who can share it with its project.
create table ai_sessions (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  owner_id uuid not null references users on delete cascade,
  -- What it is about: a project, one of its repositories, or everything that the owner can see.
  project_id uuid,
  repo_id uuid references repos on delete set null,
  shared boolean not null default false,
  private_to uuid generated always as (case when not shared then owner_id end) stored
    references users on delete cascade,
  title text not null,
  -- Whether the first question still gives it its title.
  untitled boolean not null default true,
  messages integer not null default 0,
  -- The answer that is being written, and when its lease ends. Its node renews it.
  answering uuid,
  answering_until timestamptz,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  check (project_id is not null or not shared and repo_id is null)
);
create index ai_sessions_of_owner on ai_sessions (organization_id, owner_id, updated_at desc);
create index ai_sessions_shared on ai_sessions (project_id, updated_at desc) where shared;
create index ai_sessions_of_repo on ai_sessions (repo_id) where repo_id is not null;

-- The questions and answers of a conversation, numbered from 1.
create table ai_messages (
  session_id uuid not null references ai_sessions on delete cascade,
  number integer not null,
  id uuid not null unique,
  role text not null check (role in ('question', 'answer')),
  -- Empty for an answer without text, when only passages were found.
  text text not null,
  -- Of an answer: its sources, the reads it made, how it ended and why, and the model.
  passages jsonb not null default '[]',
  steps jsonb not null default '[]',
  outcome text check (outcome in
    ('complete', 'cut', 'stopped', 'failed', 'no_model', 'over_budget', 'nothing_found')),
  note text,
  model text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  created_at timestamptz not null default now(),
  words tsvector not null generated always as (to_tsvector('simple', left(text, 100000))) stored,
  primary key (session_id, number),
  check ((role = 'answer') = (outcome is not null))
);
create index ai_messages_words on ai_messages using gin (words) with (fastupdate = off);

-- Changes that an answer proposed. Each happens only when the owner confirms it.
create table ai_proposals (
  id uuid primary key,
  session_id uuid not null references ai_sessions on delete cascade,
  message_id uuid not null references ai_messages (id) on delete cascade,
  number smallint not null,
  -- The tool and its input, as they will be performed.
  tool text not null,
  input jsonb not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected', 'dismissed')),
  -- What was created or changed: { kind, id, key, title, url }; or why it was rejected.
  result jsonb,
  failure text,
  decided_at timestamptz,
  unique (message_id, number)
);
create index ai_proposals_of_session on ai_proposals (session_id);
