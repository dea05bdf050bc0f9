-- Counts of tasks, so that the overview of a project and the progress of an epic don't read all its tasks. Triggers append
-- the changes, because many agents change tasks of one project concurrently and must not wait for each other. Readers add
-- the pending changes to the counts, and now and then a write folds them into the counts: see docs/decisions. The tables
-- have no references: checking one locks the project, so a change of a task would wait for a change of its project.

-- What a project counts. Measures by day have one row for each day, the others one row.
create table task_counts (
  organization_id uuid not null,
  project_id uuid not null,
  measure text not null check (measure in ('total',
    'backlog', 'todo', 'in_progress', 'blocked', 'in_review', 'complete', 'cancelled',
    -- Open tasks that a task blocks or that are marked as blocked, and those without an assignee.
    'open_blocked', 'open_unassigned',
    -- By day: tasks created, tasks completed, and open tasks that are due.
    'created', 'completed', 'open_due')),
  -- A day in UTC.
  day date not null default '-infinity',
  count integer not null,
  primary key (project_id, measure, day)
);

-- The tasks of an epic or a story.
create table group_counts (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  -- Of a story: the epic whose counts include it.
  epic_id uuid,
  total integer not null,
  complete integer not null,
  cancelled integer not null
);
create index group_counts_of_project on group_counts (project_id);

-- Changes that the counts don't include yet.
create table task_count_changes (
  organization_id uuid not null,
  project_id uuid not null,
  story_id uuid,
  -- Null if only the epic of the story changed.
  status text,
  is_blocked boolean not null default false,
  is_unassigned boolean not null default false,
  created_on date,
  completed_on date,
  due_on date,
  change integer not null
);
create index task_count_changes_of_project on task_count_changes (project_id);

-- What is counted of a task.
create function counted_of_task(task_status text, open_blockers integer, assignee_id uuid,
    created_at timestamptz, completed_at timestamptz, due_at timestamptz)
  returns table (status text, is_blocked boolean, is_unassigned boolean, created_on date, completed_on date, due_on date)
  language sql immutable parallel safe
begin atomic
  select task_status, is_open and (open_blockers > 0 or task_status = 'blocked'), is_open and assignee_id is null,
         (created_at at time zone 'UTC')::date, (completed_at at time zone 'UTC')::date,
         case when is_open then (due_at at time zone 'UTC')::date end
    from (select task_status not in ('complete', 'cancelled') as is_open) open;
end;

-- The pending changes of a project.
create function pending_task_counts(project uuid) returns table (measure text, day date, count integer)
  language sql stable parallel safe
begin atomic
  select m.measure, m.day, sum(c.change)::integer
    from task_count_changes c cross join lateral (values
      ('total', date '-infinity', c.status is not null),
      (c.status, '-infinity', c.status is not null),
      ('open_blocked', '-infinity', c.is_blocked),
      ('open_unassigned', '-infinity', c.is_unassigned),
      ('created', c.created_on, c.created_on is not null),
      ('completed', c.completed_on, c.completed_on is not null),
      ('open_due', c.due_on, c.due_on is not null)) m (measure, day, applies)
   where c.project_id = project and m.applies
   group by m.measure, m.day;
end;

-- The same for its epics and stories. A story moves to another epic with all that was counted before. A story that was
-- deleted permanently has no epic and no tasks.
create function pending_group_counts(project uuid)
  returns table (id uuid, epic_id uuid, total integer, complete integer, cancelled integer)
  language sql stable parallel safe
begin atomic
  with changed as (
    select c.*, s.epic_id, g.epic_id as counted_in, coalesce(g.total, 0) as counted_total,
           coalesce(g.complete, 0) as counted_complete, coalesce(g.cancelled, 0) as counted_cancelled
      from (
        select story_id, sum(change)::integer as total,
               coalesce(sum(change) filter (where status = 'complete'), 0)::integer as complete,
               coalesce(sum(change) filter (where status = 'cancelled'), 0)::integer as cancelled
          from task_count_changes
         where project_id = project and story_id is not null
         group by story_id) c
      left join stories s on s.id = c.story_id
      left join group_counts g on g.id = c.story_id)
  select story_id, epic_id, total, complete, cancelled from changed
  union all
  select epic_id, null, sum(total)::integer, sum(complete)::integer, sum(cancelled)::integer
    from (
      select epic_id, total + counted_total as total, complete + counted_complete as complete,
             cancelled + counted_cancelled as cancelled from changed
      union all
      select counted_in, -counted_total, -counted_complete, -counted_cancelled from changed) e
   where epic_id is not null
   group by epic_id;
end;

-- Adds the pending changes of a project to its counts, unless another transaction does. It never waits for a lock, so it can't
-- take part in a deadlock. One statement reads and deletes the changes, so none that commits now is lost. Only an index scan
-- marks the entries of changes that were deleted before, so that the next readers skip them.
create function fold_task_counts(project uuid) returns void language plpgsql
  set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  organization uuid;
  empty_days date[];
  empty_groups uuid[];
begin
  select organization_id into organization from task_counts
   where project_id = project and measure = 'total' for update skip locked;
  if not found then return; end if;
  with folded as (delete from task_count_changes where project_id = project),
    counted as (
      insert into task_counts as t (organization_id, project_id, measure, day, count)
      select organization, project, p.measure, p.day, p.count from pending_task_counts(project) p where p.count <> 0
          on conflict (project_id, measure, day) do update set count = t.count + excluded.count
        returning t.day, t.count),
    grouped as (
      insert into group_counts as g (organization_id, project_id, id, epic_id, total, complete, cancelled)
      select organization, project, p.id, p.epic_id, p.total, p.complete, p.cancelled from pending_group_counts(project) p
          on conflict (id) do update set epic_id = excluded.epic_id, total = g.total + excluded.total,
             complete = g.complete + excluded.complete, cancelled = g.cancelled + excluded.cancelled
        returning g.id, g.total)
  select array(select day from counted where count = 0 and day <> '-infinity'),
         array(select id from grouped where total = 0)
    into empty_days, empty_groups;
  if empty_days <> '{}' then
    delete from task_counts where project_id = project and day = any(empty_days) and count = 0;
  end if;
  delete from group_counts where id = any(empty_groups);
end $$;

-- The triggers fold after 256 changes on average. Chance needs no counter, which all writers would share.
create function count_new_tasks() returns trigger language plpgsql as $$
declare
  changes integer;
begin
  insert into task_count_changes
  select t.organization_id, t.project_id, t.story_id, c.*, count(*)
    from added t cross join lateral counted_of_task(t.status, t.open_blockers,
           coalesce(t.assignee_user_id, t.assignee_agent_id), t.created_at, t.completed_at, t.due_at) c
   where t.deleted_at is null
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  get diagnostics changes = row_count;
  if random() * 256 < changes then
    perform fold_task_counts(project_id) from (select distinct project_id from added) projects_of_tasks;
  end if;
  return null;
end $$;
create trigger count_new_tasks after insert on tasks referencing new table as added
  for each statement execute function count_new_tasks();

-- Tasks that are deleted with their project need no count.
create function count_removed_tasks() returns trigger language plpgsql as $$
begin
  insert into task_count_changes
  select t.organization_id, t.project_id, t.story_id, c.*, -count(*)
    from gone t join projects p on p.id = t.project_id
         cross join lateral counted_of_task(t.status, t.open_blockers,
           coalesce(t.assignee_user_id, t.assignee_agent_id), t.created_at, t.completed_at, t.due_at) c
   where t.deleted_at is null
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;
create trigger count_removed_tasks after delete on tasks referencing old table as gone
  for each statement execute function count_removed_tasks();

-- For each row, because only that form has a condition: most updates of tasks change no count.
create function count_changed_task() returns trigger language plpgsql as $$
begin
  insert into task_count_changes
  select old.organization_id, old.project_id, old.story_id, c.*, -1
    from counted_of_task(old.status, old.open_blockers, coalesce(old.assignee_user_id, old.assignee_agent_id),
           old.created_at, old.completed_at, old.due_at) c
   where old.deleted_at is null
  union all
  select new.organization_id, new.project_id, new.story_id, c.*, 1
    from counted_of_task(new.status, new.open_blockers, coalesce(new.assignee_user_id, new.assignee_agent_id),
           new.created_at, new.completed_at, new.due_at) c
   where new.deleted_at is null;
  if random() * 256 < 1 then perform fold_task_counts(new.project_id); end if;
  return null;
end $$;
create trigger count_changed_task after update on tasks for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)
     or new.deleted_at is null and (
          old.status <> new.status
       or old.project_id <> new.project_id
       or old.story_id is distinct from new.story_id
       or (old.open_blockers > 0) <> (new.open_blockers > 0)
       or (coalesce(old.assignee_user_id, old.assignee_agent_id) is null)
          <> (coalesce(new.assignee_user_id, new.assignee_agent_id) is null)
       or old.created_at <> new.created_at
       or old.completed_at is distinct from new.completed_at
       or old.due_at is distinct from new.due_at))
  execute function count_changed_task();

create function count_moved_story() returns trigger language plpgsql as $$
begin
  insert into task_count_changes (organization_id, project_id, story_id, change)
  values (new.organization_id, new.project_id, new.id, 0);
  return null;
end $$;
create trigger count_moved_story after update on stories for each row when (old.epic_id <> new.epic_id)
  execute function count_moved_story();

-- The total always exists, because a fold locks it.
create function start_task_counts() returns trigger language plpgsql as $$
begin
  insert into task_counts (organization_id, project_id, measure, count)
  values (new.organization_id, new.id, 'total', 0);
  return null;
end $$;
create trigger start_task_counts after insert on projects for each row execute function start_task_counts();

-- Runs after the references of the project have deleted its tasks, so no other transaction adds changes.
create function forget_task_counts() returns trigger language plpgsql as $$
begin
  delete from task_count_changes where project_id in (select id from gone);
  delete from task_counts where project_id in (select id from gone);
  delete from group_counts where project_id in (select id from gone);
  return null;
end $$;
create trigger forget_task_counts after delete on projects referencing old table as gone
  for each statement execute function forget_task_counts();

insert into task_counts (organization_id, project_id, measure, count) select organization_id, id, 'total', 0 from projects;
insert into task_count_changes
select t.organization_id, t.project_id, t.story_id, c.*, count(*)
  from tasks t cross join lateral counted_of_task(t.status, t.open_blockers,
         coalesce(t.assignee_user_id, t.assignee_agent_id), t.created_at, t.completed_at, t.due_at) c
 where t.deleted_at is null
 group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
select fold_task_counts(id) from projects;
