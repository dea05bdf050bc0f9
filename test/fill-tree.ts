import type { Database } from '../server/database/connect.ts'
import { sql } from '../server/database/sql.ts'

export interface TreeCounts {
  epics: number
  /** Stories of all epics together. */
  stories: number
  /** Tasks of all stories together. Two of seven are complete. */
  tasks: number
  /** Tasks without a story. */
  loose: number
}

/** The SQL of the person who created the project, as items store it. */
const actor = `jsonb_build_object('kind', 'user', 'id', p.created_by, 'name', 'Ada', 'onBehalfOf', null,
      'impersonatedBy', null, 'via', null)`

/** Adds many epics, stories and tasks to an empty project, with few statements. */
export async function fillTree(database: Database, projectId: string, counts: TreeCounts): Promise<void> {
  const { epics, stories, tasks, loose } = counts
  const into = (table: string, more: string) =>
    sql.raw(
      `insert into ${table} (id, project_id, organization_id, number, key, title, created_by, position${more})`,
    )
  const item = (noun: string, from: number) =>
    sql.raw(`gen_random_uuid(), p.id, p.organization_id, ${from} + n, p.key || '-' || (${from} + n),
      '${noun} ' || n, ${actor}, position_of(p.last_position + ${from} + n)`)
  const from = (count: number) => sql`from projects p cross join generate_series(1, ${count}::int) n`
  const inProject = sql`where p.id = ${projectId}`
  await database.run(sql`${into('epics', '')} select ${item('Epic', 0)} ${from(epics)} ${inProject}`)
  await database.run(
    sql`${into('stories', ', epic_id')} select ${item('Story', epics)}, e.id ${from(stories)}
      join epics e on e.project_id = p.id and e.number = 1 + n % ${epics}::int ${inProject}`,
  )
  await database.run(
    sql`${into('tasks', ', story_id, status')}
      select ${item('Task', epics + stories)}, s.id, case when n % 7 < 2 then 'complete' else 'todo' end ${from(tasks)}
      join stories s on s.project_id = p.id and s.number = ${epics + 1}::int + n % ${stories}::int ${inProject}`,
  )
  await database.run(
    sql`${into('tasks', '')} select ${item('Loose', epics + stories + tasks)} ${from(loose)} ${inProject}`,
  )
  const last = epics + stories + tasks + loose
  await database.run(
    sql`update projects set last_number = ${last}, last_position = last_position + ${last} where id = ${projectId}`,
  )
  await database.run(sql`analyze epics, stories, tasks`)
}
