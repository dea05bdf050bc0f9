-- The subscription of a person, which raises the limits of the organizations that they own.
alter table users
  add column subscription_plan text check (subscription_plan in ('team', 'business', 'unlimited')),
  -- The last day, in UTC. Null: no end.
  add column subscription_until date,
  add constraint users_subscription check (subscription_until is null or subscription_plan is not null);

-- Sums the size of the evidence of an organization.
create index evidence_of_organization on evidence (organization_id) where deleted_at is null and content is not null;
