-- When a person used an organization in the dashboard, for the activity since their last visit. Follows the person
-- across devices.
create table home_visits (
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  -- The end of the visit before the current one. Null during the first visit.
  previous_at timestamptz,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, organization_id)
);
create index home_visits_of_organization on home_visits (organization_id);
