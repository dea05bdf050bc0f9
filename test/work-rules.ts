import assert from 'node:assert/strict'
import { type Sql, sql } from '../server/database/sql.ts'
import type { Database } from '../server/database/connect.ts'
import type { Person } from './harness.ts'
import { checkTaskCounts } from './task-counts.ts'
import { wholeTree } from './whole-tree.ts'
import type { Work } from './work-invariants.test.ts'

/** Checks the invariants of a project's work, each with an independent SQL query. */
export async function checkWork(
  { call }: Person,
  database: Database,
  project: { id: string; slug: string },
  work: Work,
): Promise<void> {
  const none = async (rule: string, statement: Sql) =>
    assert.deepEqual(await database.run(statement), [], rule)

  for (const [kind, table] of tables) {
    const rows = await database.run<{ id: string }>(
      sql`select id from ${sql.raw(table)} where project_id = ${project.id}`,
    )
    const missing = new Set(work[kind].map(({ id }) => id))
    for (const { id } of rows) missing.delete(id)
    assert.equal(missing.size, 0, `no ${kind} has disappeared`)
    await none(
      `no two ${table} have the same position`,
      sql`select position from ${sql.raw(table)} where project_id = ${project.id} group by position having count(*) > 1`,
    )
  }
  await none(
    'every item that is not deleted has a parent that is not deleted',
    sql`select s.id from stories s join epics e on e.id = s.epic_id
      where s.project_id = ${project.id} and s.deleted_at is null and e.deleted_at is not null
     union all
     select t.id from tasks t join stories s on s.id = t.story_id
      where t.project_id = ${project.id} and t.deleted_at is null and s.deleted_at is not null`,
  )
  await none(
    'no task blocks itself',
    sql`with recursive after as (
       select d.task_id as first, d.other_id as at from dependencies d join tasks t on t.id = d.task_id
        where d.kind = 'blocks' and t.project_id = ${project.id}
       union
       select a.first, d.other_id from after a join dependencies d on d.task_id = a.at and d.kind = 'blocks')
     select * from after where first = at`,
  )
  await none(
    'every task has the right counts of open blockers and of blocked tasks',
    sql`select t.key, t.open_blockers, t.blocking from tasks t where t.project_id = ${project.id} and (
       t.open_blockers <> (select count(*) from dependencies d join tasks b on b.id = d.task_id
         where d.other_id = t.id and d.kind = 'blocks' and b.deleted_at is null
           and b.status not in ('complete', 'cancelled'))
       or t.blocking <> (select count(*) from dependencies d where d.task_id = t.id and d.kind = 'blocks'))`,
  )
  await checkTaskCounts(database, sql`p.id = ${project.id}`)
  await checkTree({ call }, database, project)
}

const tables = [
  ['epic', 'epics'],
  ['story', 'stories'],
  ['task', 'tasks'],
] as const

/** Checks that the tree shows the existing items in order, and that its numbers equal a recount. */
async function checkTree(
  { call }: Pick<Person, 'call'>,
  database: Database,
  project: { id: string; slug: string },
) {
  const tree = await wholeTree({ call }, project.slug, 3)
  const stories = tree.epics.flatMap((epic) => epic.stories)
  const tasks = [...tree.tasks, ...stories.flatMap((story) => story.tasks)]
  const shown = [...tree.epics, ...stories, ...tasks].map(({ id }) => id)
  const living = await database.run<{ id: string }>(
    sql.join(
      tables.map(
        ([, table]) =>
          sql`select id from ${sql.raw(table)} where project_id = ${project.id} and deleted_at is null`,
      ),
      ' union all ',
    ),
  )
  assert.deepEqual(
    shown.toSorted(),
    living.map(({ id }) => id).toSorted(),
    'the tree shows all existing items',
  )
  const inOrder = (items: { position: string }[]) => {
    const positions = items.map(({ position }) => position)
    assert.deepEqual(positions, positions.toSorted(byBytes), 'in order')
  }
  for (const items of [tree.epics, tree.tasks]) inOrder(items)
  for (const epic of tree.epics) {
    inOrder(epic.stories)
    assert.equal(epic.childCount, epic.stories.length)
    assert.deepEqual(epic.progress, recount(epic.stories.flatMap((story) => story.tasks)))
    for (const story of epic.stories) {
      inOrder(story.tasks)
      assert.deepEqual(story.progress, recount(story.tasks))
    }
  }
}

const byBytes = (a: string, b: string) => (a < b ? -1 : 1)

function recount(tasks: { status: string }[]) {
  const count = (status: string) => tasks.filter((task) => task.status === status).length
  const [complete, cancelled] = [count('complete'), count('cancelled')]
  const counted = tasks.length - cancelled
  const percent = counted === 0 ? 0 : Math.floor((100 * complete) / counted)
  return { total: tasks.length, complete, cancelled, percent }
}
