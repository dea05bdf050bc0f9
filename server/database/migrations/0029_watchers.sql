-- The people who watch a task. They are notified about its comments and status changes.
create table task_watchers (
  organization_id uuid not null references organizations on delete cascade,
  task_id uuid not null references tasks on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (task_id, user_id)
);
create index task_watchers_of_user on task_watchers (user_id);
create index task_watchers_of_organization on task_watchers (organization_id);
