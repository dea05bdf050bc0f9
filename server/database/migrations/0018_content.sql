-- The public site of the instance: pages and posts with their categories. They belong to no organization.
create table articles (
  id uuid primary key,
  kind text not null check (kind in ('page', 'post')),
  slug text not null,
  title text not null,
  summary text not null default '',
  content text not null default '',
  -- A published article is public from `publish_at` on. Until then it is scheduled, so no job has to publish it.
  state text not null default 'draft' check (state in ('draft', 'published', 'archived')),
  publish_at timestamptz,
  cover_id uuid references images on delete set null,
  author_id uuid references users on delete set null,
  -- Replace the title and the summary in search results and shared links.
  seo_title text not null default '',
  seo_description text not null default '',
  revision integer not null default 1,
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by jsonb,
  constraint articles_publish_at check (state <> 'published' or publish_at is not null)
);
-- A deleted article gives its slug back.
create unique index articles_slug on articles (kind, slug) where deleted_at is null;
create index articles_newest on articles (kind, updated_at desc, id desc) where deleted_at is null;
create index articles_public on articles (publish_at desc, id desc) where state = 'published' and deleted_at is null;
create index articles_trash on articles (deleted_at) where deleted_at is not null;
create index articles_of_author on articles (author_id) where author_id is not null;
create index articles_cover on articles (cover_id) where cover_id is not null;

create table categories (
  id uuid primary key,
  slug text not null constraint categories_slug unique,
  name text not null,
  description text not null default '',
  created_by jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index categories_by_name on categories (lower(name), id);

create table article_categories (
  article_id uuid not null references articles on delete cascade,
  category_id uuid not null references categories on delete cascade,
  primary key (article_id, category_id)
);
create index article_categories_of_category on article_categories (category_id);

-- An image belongs to a user, a team or an article.
alter table images
  add column article_id uuid references articles on delete cascade,
  drop constraint images_check,
  add constraint images_check check (num_nonnulls(user_id, team_id, article_id) = 1);
create index images_of_article on images (article_id) where article_id is not null;

alter table revisions
  drop constraint revisions_subject_kind_check,
  add constraint revisions_subject_kind_check check (subject_kind in ('note', 'spec', 'skill', 'page', 'post'));
create trigger forget_revisions after delete on articles for each row execute function forget_revisions();

-- Identifies the state of the public site. Every node caches rendered pages under it, and compares it with this row.
create table site_version (
  single boolean primary key default true check (single),
  version uuid not null default gen_random_uuid()
);
insert into site_version default values;

create function change_site_version() returns trigger language plpgsql as $$
begin
  update site_version set version = gen_random_uuid();
  return null;
end $$;
create trigger change_site_version after insert or update or delete on articles
  for each statement execute function change_site_version();
create trigger change_site_version after insert or update or delete on categories
  for each statement execute function change_site_version();
create trigger change_site_version after insert or update or delete on article_categories
  for each statement execute function change_site_version();
-- Every page shows the name and the colour of the instance.
create trigger change_site_version after insert or update or delete on settings
  for each statement execute function change_site_version();

-- Posts show the name of their author.
create function change_site_version_of_author() returns trigger language plpgsql as $$
begin
  if exists (select 1 from articles where author_id = new.id) then
    update site_version set version = gen_random_uuid();
  end if;
  return null;
end $$;
create trigger change_site_version after update of name on users
  for each row when (old.name is distinct from new.name) execute function change_site_version_of_author();
