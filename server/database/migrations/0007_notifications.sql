-- What people are told of, in the app and by mail. The follower of the journal writes it, together with its own place.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Where it happened. Null: it concerns the account, wherever its person works.
  organization_id uuid references organizations on delete cascade,
  project_id uuid references projects on delete cascade,
  kind text not null,
  subject_kind text not null,
  subject_id uuid not null,
  subject_key text,
  -- What the subject is called, a few words of it, and what else its sentence is made of. The sentence itself is not kept:
  -- the name of whoever did it must be able to go.
  about text,
  body text,
  data jsonb not null default '{}',
  actor jsonb,
  -- More of the same about the same thing, while nobody has read the first.
  count integer not null default 1,
  at timestamptz not null,
  -- Off for what is only mailed: it goes once it is.
  in_app boolean not null,
  read_at timestamptz,
  -- How it is still to be mailed, and since when it waits.
  mail text check (mail in ('at_once', 'digest')),
  mail_since timestamptz,
  check ((mail is null) = (mail_since is null))
);
create unique index notifications_to_raise on notifications (user_id, kind, subject_id) where read_at is null;
create index notifications_of_user on notifications (user_id, at desc, id desc) where in_app;
create index notifications_unread on notifications (user_id, at desc, id desc) where in_app and read_at is null;
create index notifications_to_mail on notifications (mail, user_id) where mail is not null;
create index notifications_of_organization on notifications (organization_id);
create index notifications_of_project on notifications (project_id);
create index notifications_of_subject on notifications (subject_id);
create index notifications_by_time on notifications (at);

-- Who was named in a text and told of it: a later edit tells only those whom it names anew.
create table mentions (
  user_id uuid not null references users on delete cascade,
  comment_id uuid references comments on delete cascade,
  note_id uuid references notes on delete cascade,
  check (num_nonnulls(comment_id, note_id) = 1)
);
create unique index mentions_in_comments on mentions (comment_id, user_id) where comment_id is not null;
create unique index mentions_in_notes on mentions (note_id, user_id) where note_id is not null;
create index mentions_of_user on mentions (user_id);

insert into journal_followers (name) values ('notifications');

-- What somebody chose about what they are told: only what differs from the defaults, by kind.
alter table users
  add column notification_choices jsonb not null default '{}',
  add column notification_choices_version integer not null default 1;

-- Until now the choices about mails were among the preferences. Whoever wanted a digest gets one of what is not mailed at
-- once.
update users set
  notification_choices = jsonb_strip_nulls(jsonb_build_object(
    'digest', case when preferences ->> 'mailDigest' in ('daily', 'weekly') then preferences -> 'mailDigest' end,
    'kinds', (
      select jsonb_object_agg(kind, jsonb_build_object('mail', mail)) from (values
        ('mentioned', case when preferences ->> 'mailMentions' = 'false' then 'never' end),
        ('assigned', case when preferences ->> 'mailAssignments' = 'false' then 'never' end),
        ('review_requested', case when preferences ->> 'mailReviews' = 'false' then 'never' end),
        ('changes_requested', case when preferences ->> 'mailReviews' = 'false' then 'never' end),
        ('unblocked', case when preferences ->> 'mailDigest' in ('daily', 'weekly') then 'digest' end),
        ('session_ended', case when preferences ->> 'mailDigest' in ('daily', 'weekly') then 'digest' end)
      ) as chosen(kind, mail) where mail is not null))),
  preferences = preferences - array['mailMentions', 'mailAssignments', 'mailReviews', 'mailDigest']
 where preferences ?| array['mailMentions', 'mailAssignments', 'mailReviews', 'mailDigest'];
