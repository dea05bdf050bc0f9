-- A post that everyone with an account on the instance can read. It belongs to no organization. The erasure of an
-- account deletes its posts and reports.
create table community_posts (
  id uuid primary key,
  author_id uuid not null references users on delete cascade,
  title text not null,
  body text not null,
  pinned boolean not null default false,
  -- Hidden by an administrator: only the author and administrators can read it.
  hidden boolean not null default false,
  hidden_reason text,
  edited_at timestamptz,
  edited_by text check (edited_by in ('author', 'administrator')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index community_posts_pinned_first on community_posts ((pinned::integer) desc, id desc);
create index community_posts_of_author on community_posts (author_id, id desc);

create table community_reports (
  id uuid primary key,
  post_id uuid not null references community_posts on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null,
  -- Set when an administrator hid the post or dismissed its reports.
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  unique (post_id, reporter_id)
);
create index community_reports_of_reporter on community_reports (reporter_id, id desc);
