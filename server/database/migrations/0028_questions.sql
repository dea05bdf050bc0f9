-- Questions that agents ask people. A question is answered once.
create table questions (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid,
  task_id uuid references tasks on delete cascade,
  task_key text,
  -- The agent that asks. Null if a person asks through a token without an agent.
  agent_id uuid references agents on delete cascade,
  question text not null,
  answer text,
  answered_by jsonb,
  answered_at timestamptz,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  constraint questions_answered check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null))
);
create index questions_open on questions (organization_id, id) where answer is null;
create index questions_of_task on questions (task_id, id) where task_id is not null;
create index questions_of_asker on questions ((created_by ->> 'id'), id);

-- The people whom a question asks.
create table question_recipients (
  organization_id uuid not null references organizations on delete cascade,
  question_id uuid not null references questions on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (user_id, question_id)
);
create index question_recipients_of_question on question_recipients (question_id);

-- A paused agent can't call anything until a person resumes it.
alter table agents
  add column paused_at timestamptz,
  add column paused_by jsonb,
  add constraint agents_paused check ((paused_at is null) = (paused_by is null));

-- Rejected tool calls of the day, and the last of them. `calls` counts only the calls of agents with a budget.
alter table agent_usage
  add column rejected integer not null default 0,
  add column last_error text,
  add column last_error_at timestamptz;
