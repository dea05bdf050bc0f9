-- People: what they show of themselves, and how sure we are that the address is theirs.
alter table users
  add column email_verified_at timestamptz,
  add column bio text not null default '',
  add column timezone text not null default '',
  add column preferences jsonb not null default '{}',
  -- Of its own, so that a new theme does not get in the way of a profile that is being written.
  add column preferences_version integer not null default 1,
  add column avatar_id uuid,
  add column cover_id uuid,
  -- When the account is to be erased; until then its owner can change their mind.
  add column erase_at timestamptz,
  -- Nobody is left behind this row: it stays because others' work refers to it.
  add column erased_at timestamptz;
create index users_to_erase on users (erase_at) where erase_at is not null;

-- Pictures, re-encoded by us. They are small, so they live where everything else does: every node has them, and so
-- has every backup.
create table images (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  type text not null,
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index images_of_user on images (user_id);
alter table users
  add foreign key (avatar_id) references images on delete set null,
  add foreign key (cover_id) references images on delete set null;

-- How the device was signed in: password, code, magic_link, passkey, device, github, …
alter table login_sessions add column method text not null default 'password';

-- An identity somewhere else that opens this account: (issuer, subject) names it, never the address.
create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- github, google, gitlab, or backend for the external auth backend.
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  name text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (issuer, subject)
);
create unique index identities_of_user on identities (user_id, provider);

-- A six-digit code that was asked for. The row is made for every address, known or not, so that asking tells nothing.
-- It is found by the secret that only the asking client was given. The code is kept as a MAC under SECRET_KEY: six
-- digits behind a plain hash are guessed in a moment.
create table email_codes (
  id uuid primary key,
  request_hash bytea not null unique,
  email text not null,
  user_id uuid references users on delete cascade,
  code_mac bytea,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_codes_of_address on email_codes (lower(email), created_at);

-- A secret sent by mail in a link: it works once, for one purpose and for the address it was sent to. The mails of an
-- external auth backend hold one of ours too: whether somebody has the address, the backend knows, so they name no user.
create table mail_tokens (
  hash bytea primary key,
  purpose text not null check (purpose in ('magic_link', 'reset_password', 'verify_email', 'change_email')),
  user_id uuid references users on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mail_tokens_of_user on mail_tokens (user_id, purpose);

-- RFC 8628. A code belongs to the first account that looks at it, and only that account may answer.
create table device_requests (
  id uuid primary key,
  device_hash bytea not null unique,
  user_code_mac bytea not null unique,
  client_id text,
  client text not null,
  network text not null,
  user_agent text not null,
  claimed_by uuid references users on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  interval_seconds integer not null default 5,
  polled_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index device_requests_age on device_requests (expires_at);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  synced boolean not null,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- What an authenticator was asked to sign. Taken away with the first answer.
create table passkey_challenges (
  hash bytea primary key,
  -- Set while a passkey is being added; a sign-in does not know yet who comes.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);

-- After a provider has said who it is, the browser that asked fetches its login with this, once.
create table sign_in_tickets (
  hash bytea primary key,
  browser_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  method text not null,
  expires_at timestamptz not null
);

-- Somebody else's service, used with the person's own secret.
create table user_integrations (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  settings jsonb not null default '{}',
  secret bytea not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider)
);

-- The sandbox of an organization is an organization of its own with the same members: whatever is kept apart between
-- organizations is kept apart between live and test.
alter table organizations add column sandbox_of uuid unique references organizations on delete cascade;

-- Who is in an organization, its sandbox included.
create view organization_members as
  select organization_id, user_id, role, created_at from memberships
  union all
  select s.id, m.user_id, m.role, m.created_at
    from organizations s join memberships m on m.organization_id = s.sandbox_of;

-- What a credential is narrowed to.
alter table credentials
  add column project_id uuid references projects on delete cascade,
  add column tool_profile text not null default 'full';
-- A sandbox is emptied by removing its organization: what goes with it is found without reading the whole table.
create index credentials_of_organization on credentials (organization_id);
create index credentials_of_project on credentials (project_id) where project_id is not null;
create index credentials_of_agent on credentials (agent_id) where agent_id is not null;

-- A document without the name of a person: wherever it names them (`{"id": …, "name": …}`), and with what they called
-- the key that they used.
create function without_person(document jsonb, person uuid) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(document)
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, case
               when key = 'name' and document ->> 'id' = person::text then '"Deleted user"'
               when key = 'via' and person::text in (document ->> 'id', document -> 'onBehalfOf' ->> 'id') then 'null'
               else without_person(value, person) end), '{}')
                from jsonb_each(document));
    when 'array' then
      return (select coalesce(jsonb_agg(without_person(value, person) order by place), '[]')
                from jsonb_array_elements(document) with ordinality as elements (value, place));
    else
      return document;
  end case;
end $$;
