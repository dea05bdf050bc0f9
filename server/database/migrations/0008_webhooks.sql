-- Who else is told of what happens: addresses outside, chosen by an organization.
create table webhooks (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  description text not null default '',
  url text not null,
  -- Types of events (task.created), all of a kind (task.*), or all there are (*).
  events text[] not null,
  -- Only what is in this project, and then all that is in it.
  project_id uuid,
  active boolean not null default true,
  -- Why Baton itself switched it off.
  disabled_reason text,
  -- Since when nothing has arrived there.
  failing_since timestamptz,
  -- Encrypted. The one before still signs for a day.
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index webhooks_of_organization on webhooks (organization_id, id);
create index webhooks_of_project on webhooks (project_id) where project_id is not null;

-- That a webhook is told of an event: once for each, whatever happens on the way. What is told stands in the journal.
create table webhook_deliveries (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null,
  event_type text not null,
  -- Of what no journal has: a ping.
  event jsonb,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'given_up')),
  attempts integer not null default 0,
  -- When it is to be sent; null where it is not.
  due_at timestamptz,
  -- Whoever sends it at the moment, and until when nobody else may.
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_by_status on webhook_deliveries (webhook_id, status, id desc);
create index webhook_deliveries_first on webhook_deliveries (webhook_id, id) where due_at is not null and attempts = 0;
create index webhook_deliveries_again on webhook_deliveries (webhook_id, due_at) where due_at is not null and attempts > 0;
create index webhook_deliveries_leased on webhook_deliveries (webhook_id, leased_until) where leased_until is not null;
create index webhook_deliveries_old on webhook_deliveries (created_at);
create index webhook_deliveries_of_organization on webhook_deliveries (organization_id);

-- Each time that it was sent, and what came of it.
create table webhook_attempts (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  at timestamptz not null default now(),
  milliseconds integer not null,
  -- Null where nobody answered.
  status_code integer,
  -- In words, where it failed.
  error text,
  -- The beginning of what was answered.
  response text,
  request_headers jsonb not null
);
create index webhook_attempts_of_delivery on webhook_attempts (delivery_id, id);
create index webhook_attempts_of_organization on webhook_attempts (organization_id);

insert into journal_followers (name) values ('webhooks');
