-- Kinds of notifications that this instance sends. A kind without a row is sent.
create table notification_kinds (
  kind text primary key,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Notifications from administrators. `last_user_id` is the last person of the batches that are delivered, so that a
-- delivery resumes after a crash without notifying anyone twice.
create table announcements (
  id uuid primary key,
  title text not null,
  body text not null,
  audience text not null check (audience in ('all', 'organization', 'team', 'people')),
  audience_name text,
  organization_id uuid references organizations on delete set null,
  team_id uuid references teams on delete set null,
  user_ids uuid[] not null default '{}',
  in_app boolean not null,
  email boolean not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'sending', 'sent', 'cancelled')),
  send_at timestamptz not null,
  sent_at timestamptz,
  last_user_id uuid,
  recipients integer not null default 0,
  created_by jsonb not null,
  created_at timestamptz not null default now()
);
create index announcements_due on announcements (send_at) where status in ('scheduled', 'sending');
create index notifications_of_announcement on notifications (subject_id) where kind = 'announcement';

-- Messages of the public contact form.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  status text not null default 'open' check (status in ('open', 'done')),
  done_by jsonb,
  done_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index contact_messages_by_status on contact_messages (status, id desc);

-- Sponsors that the public site shows between two days. The logo has its own id, so that its URL changes with it.
create table sponsors (
  id uuid primary key,
  name text not null,
  link text not null,
  tier text not null check (tier in ('platinum', 'gold', 'silver', 'bronze')),
  starts_on date not null,
  ends_on date,
  logo_id uuid unique,
  logo_type text,
  logo bytea,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_on is null or ends_on >= starts_on)
);
