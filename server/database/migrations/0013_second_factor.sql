-- The second factor of an account. Null: the account has none, and its first factor alone signs in.
alter table users add column second_factor_since timestamptz;

-- The authenticator app of an account, sealed under SECRET_KEY. `last_step` is the newest time step (RFC 6238) whose
-- code was used: a code works once.
create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null,
  last_step bigint not null,
  created_at timestamptz not null default now()
);

-- An authenticator app that waits for its first code. Until then the account is as it was.
create table totp_setups (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null,
  expires_at timestamptz not null
);

-- Stored as a MAC under SECRET_KEY, because a person has to type a recovery code and so it is short.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  mac bytea not null,
  used_at timestamptz,
  primary key (user_id, mac)
);

-- A browser on which the second factor isn't asked for. Its token is in a cookie; only the hash is here.
create table remembered_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  hash bytea not null unique,
  user_agent text not null,
  network text not null,
  -- The newest login that used it: signing that login out forgets the device too.
  login_id uuid references login_sessions on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index remembered_devices_of_user on remembered_devices (user_id);

-- A sign-in whose first factor was right and that waits for the second. Found by a secret that only the client has. Rows
-- are kept for an hour, because wrong codes are counted for that long.
create table second_factor_requests (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  method text not null,
  -- When the first factor was proved, if that was earlier than this request.
  signed_in_at timestamptz,
  tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index second_factor_requests_of_user on second_factor_requests (user_id, created_at);

-- When the second factor was proved in this login. Null: the account had none then, or the device was remembered.
alter table login_sessions add column second_factor_at timestamptz;
-- That of the login which approved the device. The device's own login is not newer than that.
alter table device_requests add column second_factor_at timestamptz;

-- Whether members need a second factor. A sandbox has the value of the organization it belongs to.
alter table organizations add column require_second_factor boolean not null default false;
