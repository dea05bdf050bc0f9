-- The public profile of a person at /@username. It is off until the person turns it on.
alter table users
  add column location text not null default '',
  add column link text not null default '',
  add column profile_public boolean not null default false,
  -- The details and lists that the profile shows.
  add column profile_shows text[] not null
    default '{name,avatar,bio,location,link,projects,skills,agents,posts}'
    constraint users_profile_shows check (
      profile_shows <@ array['name', 'avatar', 'bio', 'location', 'link', 'timezone', 'projects', 'skills', 'agents', 'posts']);
create index users_public_profiles on users (username) where profile_public;

-- Posts show the name of their author, and link to the profile if it is public. The sitemap lists public profiles.
drop trigger change_site_version on users;
create or replace function change_site_version_of_author() returns trigger language plpgsql as $$
begin
  if old.profile_public or new.profile_public or exists (select 1 from articles where author_id = new.id) then
    update site_version set version = gen_random_uuid();
  end if;
  return null;
end $$;
create trigger change_site_version after update on users for each row
  when ((old.name, old.username, old.bio, old.timezone, old.location, old.link, old.avatar_id, old.profile_public,
         old.profile_shows, old.suspended_at, old.erase_at, old.erased_at)
    is distinct from (new.name, new.username, new.bio, new.timezone, new.location, new.link, new.avatar_id,
         new.profile_public, new.profile_shows, new.suspended_at, new.erase_at, new.erased_at))
  execute function change_site_version_of_author();

-- Every page shows the current sponsors.
create trigger change_site_version after insert or update or delete on sponsors
  for each statement execute function change_site_version();

-- Slugs under which an article was public before. Its old URLs redirect while no other article uses the slug.
create table former_slugs (
  kind text not null check (kind in ('page', 'post')),
  slug text not null,
  article_id uuid not null references articles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (kind, slug)
);
create index former_slugs_of_article on former_slugs (article_id);
