-- Files that people and agents attach to items. Everyone who can see the item can download them.
create table attachments (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  subject_kind text not null
    check (subject_kind in ('epic', 'story', 'task', 'feature', 'note', 'decision', 'spec')),
  subject_id uuid not null,
  name text not null,
  type text not null,
  size integer not null,
  bytes bytea not null,
  created_by jsonb not null,
  created_at timestamptz not null default now()
);
-- Compressing files that are compressed already wastes time.
alter table attachments alter column bytes set storage external;
create index attachments_of_subject on attachments (subject_id, id);
create index attachments_of_organization on attachments (organization_id, size);
create index attachments_of_author on attachments ((created_by ->> 'id'), id);

-- Items in the trash keep their files. A permanently deleted item leaves none behind.
create function forget_attachments() returns trigger language plpgsql as $$
begin
  delete from attachments where subject_id = old.id;
  return null;
end $$;
create trigger forget_attachments after delete on epics for each row execute function forget_attachments();
create trigger forget_attachments after delete on stories for each row execute function forget_attachments();
create trigger forget_attachments after delete on tasks for each row execute function forget_attachments();
create trigger forget_attachments after delete on features for each row execute function forget_attachments();
create trigger forget_attachments after delete on notes for each row execute function forget_attachments();
create trigger forget_attachments after delete on decisions for each row execute function forget_attachments();
create trigger forget_attachments after delete on specs for each row execute function forget_attachments();
