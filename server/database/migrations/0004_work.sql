-- Items of a project (epics, stories, tasks, features) share its counter of numbers: WEB-42 names one thing. Their order
-- is a text between those of their neighbours, so moving one item writes one row. The two ends of a project's order are
-- counters of their own, so that going to the top or the bottom never makes a position longer.
alter table projects
  add column first_position integer not null default 500000000,
  add column last_position integer not null default 500000000,
  -- What the public sees of a project that is visible to it.
  add column public_sections text[] not null default '{}';

-- Nine digits and a letter that no position ends below: see positions.ts.
create function position_of(counter integer) returns text
  language sql immutable strict parallel safe
  return lpad(counter::text, 9, '0') || 'V';

-- Whoever gives a project to the public gives it under their own name: no two of theirs have the same address.
create unique index projects_public on projects (created_by, slug) where visibility = 'public' and deleted_at is null;

create table epics (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  number integer not null,
  key text not null,
  title text not null,
  description text not null default '',
  status text not null default 'planned' check (status in ('planned', 'active', 'complete', 'cancelled')),
  labels text[] not null default '{}',
  due_at timestamptz,
  position text collate "C" not null,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  unique (project_id, number),
  unique (id, project_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create unique index epics_in_order on epics (project_id, position);
create index epics_key on epics (organization_id, key);
create index epics_trash on epics (deleted_at) where deleted_at is not null;

create table stories (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  epic_id uuid not null,
  number integer not null,
  key text not null,
  title text not null,
  description text not null default '',
  status text not null default 'planned' check (status in ('planned', 'active', 'complete', 'cancelled')),
  labels text[] not null default '{}',
  due_at timestamptz,
  position text collate "C" not null,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  -- The epic with which it was deleted, and comes back.
  deleted_with uuid,
  unique (project_id, number),
  unique (id, project_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  foreign key (epic_id, project_id) references epics (id, project_id) on delete cascade
);
create unique index stories_in_order on stories (project_id, position);
create index stories_of_epic on stories (epic_id, position);
create index stories_key on stories (organization_id, key);
create index stories_trash on stories (deleted_at) where deleted_at is not null;

alter table features
  add column number integer,
  add column kind text not null default 'feature' check (kind in ('feature', 'bug', 'hotfix', 'chore')),
  add column workflow text not null default 'standard',
  -- The gates as they were when it was made: a workflow that changes later changes no feature on its way.
  add column gates jsonb not null default '[]',
  -- How often it was sent back. What was approved before counts no longer.
  add column round integer not null default 1,
  add unique (id, project_id);
update projects p set last_number = last_number + f.count
  from (select project_id, count(*)::int as count from features group by project_id) f where f.project_id = p.id;
update features f set number = n.number, key = n.project_key || '-' || n.number
  from (select f.id, p.key as project_key,
               p.last_number - row_number() over (partition by f.project_id order by f.id desc)::int + 1 as number
          from features f join projects p on p.id = f.project_id) n
 where n.id = f.id;
alter table features
  alter column number set not null,
  add unique (project_id, number);
create index features_key on features (organization_id, key);
create index features_newest on features (organization_id, id desc) where deleted_at is null;

alter table tasks
  add column story_id uuid,
  add column feature_id uuid,
  add column position text collate "C",
  add column priority_rank smallint not null generated always as (
    case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end) stored,
  -- Counted with every change of what it depends on: how many open tasks block it, and how many it blocks.
  add column open_blockers integer not null default 0,
  add column blocking integer not null default 0,
  -- Who holds it, until when, and the number of the claim, which grows with every one.
  add column claim_number integer not null default 0,
  add column claimed_by jsonb,
  add column claimed_at timestamptz,
  add column lease_until timestamptz,
  add column deleted_with uuid,
  add column words tsvector not null generated always as (
    setweight(to_tsvector('simple', key || ' ' || title), 'A') ||
    setweight(to_tsvector('simple', left(description, 20000)), 'B')) stored,
  add unique (id, project_id),
  add foreign key (story_id, project_id) references stories (id, project_id) on delete cascade,
  add foreign key (feature_id, project_id) references features (id, project_id) on delete set null (feature_id);
update tasks set position = position_of(500000000 + number);
update projects set last_position = 500000000 + last_number;
alter table tasks alter column position set not null;

-- What is deleted keeps its place in the order, so that it comes back to it.
create unique index tasks_in_order on tasks (project_id, position);
create index tasks_by_status on tasks (project_id, status, position) where deleted_at is null;
create index tasks_by_priority on tasks (project_id, priority_rank desc, id desc) where deleted_at is null;
-- Without a due date comes last, and a page can begin among those.
create index tasks_by_due on tasks (project_id, coalesce(due_at, 'infinity'), id) where deleted_at is null;
create index tasks_by_change on tasks (project_id, updated_at desc, id desc) where deleted_at is null;
-- The same for all projects of an organization together; for the newest and the last changed there is one already.
create index tasks_by_priority_anywhere on tasks (organization_id, priority_rank desc, id desc)
  where deleted_at is null;
create index tasks_by_due_anywhere on tasks (organization_id, coalesce(due_at, 'infinity'), id)
  where deleted_at is null;
create index tasks_by_completion on tasks (project_id, completed_at)
  where deleted_at is null and completed_at is not null;
-- How many that are, which the database does not learn from an index of a part of the table.
create statistics tasks_due on (coalesce(due_at, 'infinity')) from tasks;
-- Few are blocked or held, so these are small.
create index tasks_blocked on tasks (project_id) where deleted_at is null and open_blockers > 0;
create index tasks_held on tasks (project_id, lease_until) where deleted_at is null and lease_until is not null;
create index tasks_of_story on tasks (story_id, position) where story_id is not null;
create index tasks_of_feature on tasks (feature_id) where feature_id is not null;
create index tasks_words on tasks using gin (words);
create index tasks_labels on tasks using gin (labels) where deleted_at is null;
-- What an agent can begin with, the best first: whoever claims reads the first of it that nobody holds. It does not look
-- at the lease, so that renewing one touches no index.
create index tasks_ready on tasks (project_id, priority_rank desc, coalesce(due_at, 'infinity'), blocking desc, id)
  where deleted_at is null and open_blockers = 0 and status in ('todo', 'in_progress');

-- That one task has to do with another: `task_id` blocks, relates to or duplicates `other_id`.
create table dependencies (
  task_id uuid not null references tasks on delete cascade,
  other_id uuid not null references tasks on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('blocks', 'relates', 'duplicates')),
  created_by jsonb not null,
  created_at timestamptz not null default now(),
  primary key (task_id, other_id, kind),
  check (task_id <> other_id)
);
create index dependencies_of_other on dependencies (other_id, kind);

-- What is said about an item.
create table comments (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  subject_kind text not null check (subject_kind in ('epic', 'story', 'task', 'feature')),
  subject_id uuid not null,
  subject_key text not null,
  body text not null,
  created_by jsonb not null,
  edited_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index comments_of_subject on comments (subject_id, id);
create index comments_trash on comments (deleted_at) where deleted_at is not null;

-- What is removed for good takes along what was said about it. No foreign key can say so, for it is one of four tables.
create function forget_comments() returns trigger language plpgsql as $$
begin
  delete from comments where subject_id in (select id from gone);
  return null;
end $$;
create trigger epics_gone after delete on epics referencing old table as gone
  for each statement execute function forget_comments();
create trigger stories_gone after delete on stories referencing old table as gone
  for each statement execute function forget_comments();
create trigger tasks_gone after delete on tasks referencing old table as gone
  for each statement execute function forget_comments();
create trigger features_gone after delete on features referencing old table as gone
  for each statement execute function forget_comments();

-- The history of an item holds what was said about it, and what else names it.
create index journal_about on journal ((data #>> '{item,id}'), xid, seq) where data #>> '{item,id}' is not null;

-- The trash of an organization, newest first.
create index projects_trashed on projects (organization_id, deleted_at desc, id desc) where deleted_at is not null;
create index workspaces_trashed on workspaces (organization_id, deleted_at desc, id desc) where deleted_at is not null;
create index epics_trashed on epics (organization_id, deleted_at desc, id desc) where deleted_at is not null;
create index stories_trashed on stories (organization_id, deleted_at desc, id desc) where deleted_at is not null;
create index tasks_trashed on tasks (organization_id, deleted_at desc, id desc) where deleted_at is not null;
create index features_trashed on features (organization_id, deleted_at desc, id desc) where deleted_at is not null;
create index comments_trashed on comments (organization_id, deleted_at desc, id desc) where deleted_at is not null;

-- An organization's own workflows. The built-in ones are in the code.
create table workflows (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  slug text not null,
  name text not null,
  description text not null default '',
  gates jsonb not null,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  unique (organization_id, slug)
);
create index workflows_trash on workflows (deleted_at) where deleted_at is not null;

-- What was brought to show that a gate may be passed.
create table evidence (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  feature_id uuid not null,
  feature_key text not null,
  gate text not null,
  -- What was brought before a feature was sent back counts no longer.
  round integer not null,
  kind text not null
    check (kind in ('spec', 'commit', 'pull_request', 'check_run', 'test_report', 'file', 'url', 'note')),
  title text not null default '',
  reference text,
  content text,
  status text not null check (status in ('verified', 'failed', 'unverified')),
  -- Why it has this status, where that was learned, and when.
  finding text not null,
  source text,
  checked_at timestamptz,
  result jsonb,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  foreign key (feature_id, project_id) references features (id, project_id) on delete cascade
);
create index evidence_of_feature on evidence (feature_id, id) where deleted_at is null;
create index evidence_trash on evidence (deleted_at) where deleted_at is not null;

create table reviews (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  feature_id uuid not null,
  gate text not null,
  round integer not null,
  verdict text not null check (verdict in ('approved', 'changes_requested', 'commented')),
  body text not null default '',
  -- The gate that it sent the feature back to.
  back_to text,
  -- By a person who was signed in, and not by an agent or a key.
  human boolean not null,
  created_by jsonb not null,
  created_at timestamptz not null default now(),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  foreign key (feature_id, project_id) references features (id, project_id) on delete cascade
);
create index reviews_of_feature on reviews (feature_id, id);

-- That a feature passed a gate; with a reason where somebody let it through though something was missing.
create table passages (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  feature_id uuid not null,
  gate text not null,
  round integer not null,
  override_reason text,
  missing jsonb,
  created_by jsonb not null,
  created_at timestamptz not null default now(),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  foreign key (feature_id, project_id) references features (id, project_id) on delete cascade
);
create index passages_of_feature on passages (feature_id, id);

-- A way to look at a project's tasks that somebody keeps, for themselves or for everybody there.
create table views (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  owner_id uuid not null references users on delete cascade,
  name text not null,
  shared boolean not null default false,
  query jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index views_of_project on views (project_id, id);
create index views_of_owner on views (owner_id);
