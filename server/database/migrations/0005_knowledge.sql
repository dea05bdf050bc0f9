-- What people and agents know: memory, notes, decisions, specs, skills, sessions, and one index through which all of it,
-- and the work itself, is found by words and by meaning.
create extension if not exists vector;
create extension if not exists pg_trgm;

-- Agents get what makes them who they are.
alter table agents
  add column owner_id uuid references users on delete set null,
  add column instructions text not null default '',
  -- Where what it learns is kept, unless it says otherwise.
  add column memory_scope text not null default 'agent' check (memory_scope in ('agent', 'project', 'session')),
  add column model text not null default '',
  -- How many calls of tools it may make in a day (UTC).
  add column daily_budget integer check (daily_budget > 0),
  -- Its public page, if it has one: unique on the whole instance.
  add column public_slug text unique,
  add column deleted_by jsonb;
create index agents_trash on agents (deleted_at) where deleted_at is not null;
create index agents_trashed on agents (organization_id, deleted_at desc, id desc) where deleted_at is not null;

-- Whoever made the first token of an agent is who it belongs to.
update agents a set owner_id = (
  select c.user_id from credentials c join memberships m on m.organization_id = a.organization_id and m.user_id = c.user_id
   where c.agent_id = a.id order by c.id limit 1);
-- A token never outlives the agent that it is bound to: it would be its person's own then.
alter table credentials drop constraint credentials_agent_id_fkey,
  add foreign key (agent_id) references agents on delete cascade;

-- The calls of those that have a budget, on the day of their last one.
create table agent_usage (
  agent_id uuid primary key references agents on delete cascade,
  day date not null,
  calls integer not null
);

-- Where an agent has work, and what is still open of it.
drop index tasks_of_agent;
create index tasks_of_agent on tasks (assignee_agent_id, project_id) where assignee_agent_id is not null;
create index tasks_open_of_agent on tasks (assignee_agent_id, id desc)
  where assignee_agent_id is not null and deleted_at is null and status not in ('complete', 'cancelled');

-- Skills that come with Baton belong to no organization.
alter table skills
  alter column organization_id drop not null,
  alter column owner_id drop not null,
  -- What lies beside SKILL.md: [{ path, content }].
  add column files jsonb not null default '[]',
  add column tags text[] not null default '{}',
  add column revision integer not null default 1,
  -- Its public page, if it has one: unique on the whole instance.
  add column public_slug text unique,
  -- What SKILL.md says about itself besides its name, description and tags: license, allowed-tools, …
  add column front_matter jsonb not null default '{}',
  add column created_by jsonb,
  -- Who is told of its changes, where it is not for everybody.
  add column private_to uuid generated always as (case when scope <> 'public' then owner_id end) stored,
  add check ((organization_id is null) = (owner_id is null));
create unique index skills_built_in on skills (slug) where organization_id is null;
create index skills_by_name on skills (organization_id, lower(name), id) where deleted_at is null;
create index skills_of_owner on skills (owner_id) where owner_id is not null;
create index skills_public on skills (lower(name), id) where scope = 'public' and deleted_at is null;
create index skills_trashed on skills (organization_id, deleted_at desc, id desc) where deleted_at is not null;

create table agent_skills (
  agent_id uuid not null references agents on delete cascade,
  skill_id uuid not null references skills on delete cascade,
  place integer not null,
  primary key (agent_id, skill_id)
);
create index agent_skills_of_skill on agent_skills (skill_id);

-- Every state that a note, a spec or a skill was in. Never altered: what was written once can be read again.
create table revisions (
  subject_id uuid not null,
  number integer not null,
  subject_kind text not null check (subject_kind in ('note', 'spec', 'skill')),
  organization_id uuid references organizations on delete cascade,
  title text not null,
  content text not null,
  -- What else a kind keeps of its states: status, tags, files.
  more jsonb not null default '{}',
  -- Why it was changed, in the words of whoever did.
  reason text not null default '',
  -- How many lines of the content differ from the one before.
  added integer not null default 0,
  removed integer not null default 0,
  created_by jsonb not null,
  created_at timestamptz not null default now(),
  primary key (subject_id, number)
);
create index revisions_of_organization on revisions (organization_id);

-- What is gone for good, by itself or with its project, leaves no texts behind.
create function forget_revisions() returns trigger language plpgsql as $$
begin
  delete from revisions where subject_id = old.id;
  return null;
end $$;
create trigger forget_revisions after delete on skills for each row execute function forget_revisions();

-- Where a note stands in a list: what is pinned comes first, then what was changed last.
create function note_place(pinned boolean, at timestamptz) returns text language sql immutable as $$
  select case when pinned then '1' else '0' end
      || lpad((extract(epoch from at at time zone 'UTC') * 1000000)::bigint::text, 17, '0')
$$;

create table notes (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- A note of a project is seen by whoever sees the project, and stays when whoever wrote it goes.
  project_id uuid,
  owner_id uuid not null references users,
  -- One of no project is its owner's alone: they alone are told of it, and it goes with their account.
  private_to uuid generated always as (case when project_id is null then owner_id end) stored
    references users on delete cascade,
  title text not null,
  content text not null default '',
  tags text[] not null default '{}',
  -- What it is linked to beside its text: numbers of items, ids, addresses.
  links text[] not null default '{}',
  pinned boolean not null default false,
  public_slug text unique,
  published_at timestamptz,
  revision integer not null default 1,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  -- Of a very long one, as much as fits for certain.
  words tsvector not null generated always as (
    setweight(to_tsvector('simple', title), 'A') ||
    setweight(to_tsvector('simple', left(content, 100000)), 'B')) stored,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create trigger forget_revisions after delete on notes for each row execute function forget_revisions();
create index notes_newest on notes (organization_id, note_place(pinned, updated_at) desc, id desc)
  where deleted_at is null;
create index notes_made on notes (organization_id, note_place(pinned, created_at) desc, id desc)
  where deleted_at is null;
create index notes_titles on notes (organization_id, (case when pinned then '0' else '1' end || lower(title)), id)
  where deleted_at is null;
create index notes_of_project on notes (project_id, note_place(pinned, updated_at) desc, id desc)
  where deleted_at is null and project_id is not null;
create index notes_of_owner on notes (owner_id, note_place(pinned, updated_at) desc, id desc) where deleted_at is null;
create index notes_private on notes (private_to) where private_to is not null;
create index notes_by_title on notes (organization_id, lower(title)) where deleted_at is null;
create index notes_tags on notes using gin (tags) where deleted_at is null;
create index notes_words on notes using gin (words) where deleted_at is null;
create index notes_published on notes (project_id, lower(title), id)
  where published_at is not null and deleted_at is null;
create index notes_trash on notes (deleted_at) where deleted_at is not null;
create index notes_trashed on notes (organization_id, deleted_at desc, id desc) where deleted_at is not null;

-- What a note points at: an item, another note, an address. Found again from the other side as a backlink.
create table note_links (
  note_id uuid not null references notes on delete cascade,
  place integer not null,
  organization_id uuid not null references organizations on delete cascade,
  to_kind text not null check (to_kind in ('note', 'project', 'epic', 'story', 'task', 'feature', 'decision', 'spec', 'url')),
  -- Null for an address, and for a note that nobody has written yet.
  to_id uuid,
  -- What was written: the title between [[ ]], the key of an item, the address.
  label text not null,
  -- Written in the text, or given beside it.
  in_text boolean not null,
  primary key (note_id, place)
);
create index note_links_back on note_links (to_id) where to_id is not null;
create index note_links_by_label on note_links (organization_id, lower(label)) where to_kind = 'note' and in_text;

alter table organizations
  add column last_decision integer not null default 0,
  add column last_spec integer not null default 0;

create table decisions (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- One of no project is the whole organization's.
  project_id uuid,
  number integer not null,
  key text not null,
  title text not null,
  context text not null default '',
  rationale text not null default '',
  -- What else was weighed: [{ title, reason }].
  alternatives jsonb not null default '[]',
  outcome text not null default '',
  status text not null default 'proposed' check (status in ('proposed', 'accepted', 'rejected', 'superseded')),
  tags text[] not null default '{}',
  superseded_by uuid references decisions on delete set null,
  decided_at timestamptz,
  decided_by jsonb,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  unique (organization_id, key),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index decisions_newest on decisions (organization_id, id desc) where deleted_at is null;
create index decisions_of_project on decisions (project_id, id desc) where deleted_at is null and project_id is not null;
create index decisions_tags on decisions using gin (tags) where deleted_at is null;
create index decisions_superseded on decisions (superseded_by) where superseded_by is not null;
create index decisions_trash on decisions (deleted_at) where deleted_at is not null;
create index decisions_trashed on decisions (organization_id, deleted_at desc, id desc) where deleted_at is not null;

-- The discussion of a decision.
create table remarks (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  decision_id uuid not null references decisions on delete cascade,
  body text not null,
  created_by jsonb not null,
  created_at timestamptz not null default now()
);
create index remarks_of_decision on remarks (decision_id, id);

create table specs (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  number integer not null,
  key text not null,
  title text not null,
  content text not null default '',
  status text not null default 'draft' check (status in ('draft', 'review', 'approved', 'archived')),
  revision integer not null default 1,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  unique (organization_id, key),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create trigger forget_revisions after delete on specs for each row execute function forget_revisions();
create index specs_newest on specs (organization_id, id desc) where deleted_at is null;
create index specs_of_project on specs (project_id, id desc) where deleted_at is null;
create index specs_trash on specs (deleted_at) where deleted_at is not null;
create index specs_trashed on specs (organization_id, deleted_at desc, id desc) where deleted_at is not null;

-- The items that a spec describes.
create table spec_links (
  spec_id uuid not null references specs on delete cascade,
  item_kind text not null check (item_kind in ('epic', 'story', 'task', 'feature')),
  item_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (spec_id, item_id)
);
create index spec_links_of_item on spec_links (item_id);
-- Evidence that names a spec of this instance says what the spec is like now.
create index evidence_of_specs on evidence (project_id, upper(reference)) where kind = 'spec' and deleted_at is null;

-- A stretch of agent work. It is paused when nothing was heard of it for a while: nobody has to say so.
create table sessions (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  agent_id uuid references agents on delete set null,
  project_id uuid,
  title text not null,
  context text not null default '',
  -- [{ text, done }]
  goals jsonb not null default '[]',
  -- What its last checkpoint or end said.
  summary text not null default '',
  state jsonb not null default '{}',
  learned jsonb not null default '[]',
  last_seen_at timestamptz not null default now(),
  paused_at timestamptz,
  ended_at timestamptz,
  -- Up to where its agent knows the journal.
  seen_xid xid8,
  seen_seq bigint,
  resumed integer not null default 0,
  -- Who is at work in it, and with which key, token or login: what that does is a sign of life.
  worker jsonb,
  credential_id uuid,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  -- Who alone sees it: one of no project is its user's.
  owner_id uuid generated always as (case when project_id is null then user_id end) stored,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index sessions_of_user on sessions (user_id, organization_id, id desc) where deleted_at is null;
create index sessions_of_agent on sessions (agent_id, id desc) where deleted_at is null and agent_id is not null;
create index sessions_of_project on sessions (project_id, id desc) where deleted_at is null and project_id is not null;
create index sessions_at_work on sessions (credential_id) where deleted_at is null and ended_at is null;
create index sessions_newest on sessions (organization_id, id desc) where deleted_at is null;
create index sessions_trash on sessions (deleted_at) where deleted_at is not null;
create index sessions_trashed on sessions (organization_id, deleted_at desc, id desc) where deleted_at is not null;

create table checkpoints (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  number integer not null,
  summary text not null,
  context text not null,
  goals jsonb not null,
  state jsonb not null default '{}',
  created_by jsonb not null,
  created_at timestamptz not null default now(),
  unique (session_id, number)
);

create table memories (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  scope text not null check (scope in ('agent', 'project', 'session')),
  -- The scope's own id. What an agent learned in a project also names the project, and is seen only by who sees that.
  -- What was archived outlives its agent.
  agent_id uuid references agents on delete set null,
  project_id uuid,
  session_id uuid references sessions on delete cascade,
  -- Whose it is where neither a project nor an agent says who sees it: a session of no project is one person's.
  owner_id uuid references users on delete cascade,
  kind text not null default 'fact' check (kind in ('fact', 'preference', 'procedure', 'episode', 'summary')),
  content text not null,
  tags text[] not null default '{}',
  -- From 0 to 1.
  importance real not null default 0.5 check (importance between 0 and 1),
  -- The item that it was learned from: { kind, id, key }.
  source jsonb,
  superseded_by uuid references memories on delete set null,
  expires_at timestamptz,
  -- Kept when its agent was removed, and found no more unless asked for.
  archived_at timestamptz,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  -- The agent with which it was deleted, and comes back.
  deleted_with uuid,
  check (case scope when 'agent' then true when 'project' then project_id is not null else session_id is not null end),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index memories_newest on memories (organization_id, id desc) where deleted_at is null;
create index memories_of_agent on memories (agent_id, id desc) where agent_id is not null;
create index memories_of_project on memories (project_id, id desc) where project_id is not null;
create index memories_of_session on memories (session_id, id desc) where session_id is not null;
-- Whether the same words are there already.
create index memories_same on memories (organization_id, md5(content)) where deleted_at is null;
create index memories_tags on memories using gin (tags) where deleted_at is null;
create index memories_superseded on memories (superseded_by) where superseded_by is not null;
create index memories_expiring on memories (expires_at) where expires_at is not null;
create index memories_trash on memories (deleted_at) where deleted_at is not null;
create index memories_trashed on memories (organization_id, deleted_at desc, id desc) where deleted_at is not null;

-- One index of everything that can be found. A long text has several parts. It follows the journal, but for memory, which
-- is written here in the same transaction. Whether somebody may see an entry is decided by project, owner and team; one
-- that has none of them is for every member of its organization, and one of no organization for everybody.
create table search_entries (
  subject_id uuid not null,
  part smallint not null default 0,
  subject_kind text not null,
  organization_id uuid references organizations on delete cascade,
  project_id uuid references projects on delete cascade,
  owner_id uuid references users on delete cascade,
  team_id uuid references teams on delete cascade,
  -- The scopes of memory.
  agent_id uuid references agents on delete set null,
  session_id uuid references sessions on delete cascade,
  -- Anybody may see it, without an account.
  published boolean not null default false,
  key text,
  title text not null default '',
  body text not null default '',
  tags text[] not null default '{}',
  -- From 0 to 1: decides between two that fit equally well.
  importance real not null default 0.5,
  -- When what it is about was made and last changed.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  words tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B')) stored,
  -- Vectors of different models are never compared.
  model text,
  embedding halfvec,
  -- One bit of each of its numbers. Bits are compared in no time, and tell which vectors are worth comparing.
  bits bit varying generated always as (binary_quantize(embedding)) stored,
  primary key (subject_id, part)
);
alter table search_entries alter column embedding set storage plain;
-- Without a list of what is still to be added: emptying it makes somebody wait, and until then every search reads it.
create index search_entries_words on search_entries using gin (words) with (fastupdate = off);
create index search_entries_titles on search_entries using gin (title gin_trgm_ops) with (fastupdate = off) where part = 0;
create index search_entries_of_organization on search_entries (organization_id, subject_kind, subject_id);
create index search_entries_key on search_entries (organization_id, upper(key)) where part = 0 and key is not null;
create index search_entries_of_project on search_entries (project_id) where project_id is not null;
create index search_entries_of_owner on search_entries (owner_id) where owner_id is not null;
create index search_entries_of_team on search_entries (team_id) where team_id is not null;
create index search_entries_of_agent on search_entries (agent_id) where agent_id is not null;
create index search_entries_of_session on search_entries (session_id) where session_id is not null;
create index search_entries_published on search_entries (subject_kind) where published;
create index search_entries_model on search_entries (model);
-- What waits for a vector: what people wrote before what comes with Baton.
create index search_entries_waiting on search_entries ((organization_id is null)) where model is null;
-- The model that comes with Baton. For another one, an index is made when it is first used.
create index search_entries_minilm on search_entries
  using hnsw ((bits::bit(384)) bit_hamming_ops) where model = 'all-MiniLM-L6-v2';

-- A skill for everybody belongs to no organization here, so nothing else takes its entry along when it is gone for good.
create function forget_entries() returns trigger language plpgsql as $$
begin
  delete from search_entries where subject_id = old.id;
  return null;
end $$;
create trigger forget_entries after delete on skills for each row execute function forget_entries();

-- How far each of those who follow the journal has come: the search, and whoever tells people and machines of it.
create table journal_followers (
  name text primary key,
  xid xid8 not null default '0',
  seq bigint not null default 0,
  -- The journal that this is a place in. A restored one is another.
  epoch uuid
);
-- Starting again at the beginning makes the index anew.
insert into journal_followers (name) values ('search');

-- The node that embeds at the moment.
create table search_keeper (
  only_one boolean primary key default true check (only_one),
  keeper uuid,
  kept_until timestamptz
);
insert into search_keeper default values;

-- The feed of activity, by who, and by what.
create index journal_of_actor on journal ((actor ->> 'id'), xid, seq);
create index journal_on_behalf on journal ((actor -> 'onBehalfOf' ->> 'id'), xid, seq)
  where actor -> 'onBehalfOf' ->> 'id' is not null;
create index journal_of_type on journal (organization_id, type, xid, seq);
-- What people and agents log themselves, under their own words.
create index journal_logged on journal (organization_id, (data ->> 'type') collate "C", xid, seq)
  where type = 'activity.logged';
create index journal_private on journal (private_to, xid, seq) where private_to is not null;
