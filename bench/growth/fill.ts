import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/database/connect.ts'
import { openConfigured } from '../../server/database/open-configured.ts'
import { sql } from '../../server/database/sql.ts'

/**
 * Adds rows without a request for each, until there are `size` tasks and rows in the journal, and a tenth of that in
 * memory and in the search index. No server runs meanwhile, because an embedded database serves one process.
 */
export async function grow(settings: Record<string, string>, size: number): Promise<void> {
  const undo: (() => unknown)[] = []
  const database = openConfigured(readConfig(settings), undo, 0)
  try {
    await addTasks(database, 'older', Math.round(size * 0.25))
    await addTasks(database, 'newer', Math.round(size * 0.75))
    await addMemories(database, size / 10)
    await indexTasks(database, size / 10)
    await addJournalRows(database, size)
    await database.run(sql`vacuum analyze`)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

async function addTasks(database: Database, project: string, size: number): Promise<void> {
  await database.run(sql`
    with p as (
      select p.*, (select count(*)::int from tasks t where t.project_id = p.id) as stored,
             (select s.id from stories s where s.project_id = p.id) as story_id,
             (select t.created_by from tasks t where t.project_id = p.id limit 1) as author
        from projects p where p.slug = ${project}
    ), inserted as (
      insert into tasks (id, project_id, organization_id, number, key, title, status, labels, story_id, position, created_by)
      select gen_random_uuid(), p.id, p.organization_id, p.last_number + n, p.key || '-' || (p.last_number + n),
             'Task number ' || n, (array['todo', 'todo', 'complete', 'backlog', 'in_review'])[1 + n % 5],
             case when n % 2 = 0 then array['common'] when n % 500 = 1 then array['rare'] else '{}' end,
             case when n % 10 = 0 then p.story_id end, position_of(p.last_position + n), p.author
        from p, generate_series(1, ${size}::int - p.stored) n
      returning 1
    )
    update projects set last_number = last_number + added, last_position = last_position + added
      from (select count(*)::int as added from inserted) as counted where slug = ${project}`)
}

// Vectors are random, because the model embeds only some hundred texts per second.
const vector = sql`(select array_agg(random() - 0.5) from generate_series(1, 384) where n.id is not null)::real[]::halfvec`
const model = 'all-MiniLM-L6-v2'

async function addMemories(database: Database, size: number): Promise<void> {
  await database.run(sql`
    with added as (
      insert into memories (id, organization_id, scope, project_id, content, created_by)
      select gen_random_uuid(), p.organization_id, 'project', p.id, 'Fact ' || n || ' about the checkout of shop ' || n % 97, '{}'
        from projects p,
             generate_series(1, ${Math.round(size)}::int - (select count(*)::int from memories)) n
       where p.slug = 'newer'
      returning *
    )
    insert into search_entries (subject_id, subject_kind, organization_id, project_id, body, created_at, updated_at, model, embedding)
    select n.id, 'memory', n.organization_id, n.project_id, n.content, now(), now(), ${model}, ${vector} from added n`)
}

async function indexTasks(database: Database, size: number): Promise<void> {
  await database.run(sql`
    insert into search_entries (subject_id, subject_kind, organization_id, project_id, key, title, created_at, updated_at, model, embedding)
    select n.id, 'task', n.organization_id, n.project_id, n.key, n.title, n.created_at, n.updated_at, ${model}, ${vector}
      from (select t.* from tasks t join projects p on p.id = t.project_id
             where p.slug = 'newer' and not exists (select from search_entries e where e.subject_id = t.id)
             limit greatest(0, ${Math.round(size)}::int - (select count(*) from search_entries where subject_kind = 'task'))) n`)
}

async function addJournalRows(database: Database, size: number): Promise<void> {
  await database.run(sql`
    insert into journal (id, organization_id, project_id, actor, type, subject_kind, subject_id, subject_key, version)
    select gen_random_uuid(), t.organization_id, t.project_id, t.created_by, 'task.updated', 'task', t.id, t.key, 1
      from (select * from tasks order by id limit 1) t,
           generate_series(1, ${size}::int - (select count(*)::int from journal))`)
}
