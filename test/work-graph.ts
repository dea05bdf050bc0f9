import type { Queries } from '../server/database/connect.ts'
import { sql } from '../server/database/sql.ts'
import { system } from '../server/operations/caller.ts'
import { newId } from '../server/platform/ids.ts'

/** Returns a generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface WorkGraph {
  tasks: number
  edges: number
  /** The layers of tasks. Each task is blocked only by tasks of the few layers before its own. */
  layers: number
  random: () => number
}

/** Fills an empty project with tasks that block each other: too many to create each through a door. */
export async function plantWork(
  db: Queries,
  projectSlug: string,
  { tasks, edges, layers, random }: WorkGraph,
): Promise<void> {
  const ids = Array.from({ length: tasks }, newId)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const priorities = ids.map(() => pick(['none', 'low', 'medium', 'high', 'urgent']))
  const daysLeft = ids.map(() => (random() < 0.5 ? null : Math.floor(random() * 60) - 10))
  await db.run(
    sql`insert into tasks (id, project_id, organization_id, number, key, title, created_by, position, priority, due_at)
     select w.id, p.id, p.organization_id, w.number, p.key || '-' || w.number, 'Task ' || w.number,
       ${JSON.stringify(system)}::jsonb,
            position_of(500000000 + w.number::int), w.priority, now() + make_interval(days => w.days_left)
       from projects p,
            unnest(${ids}::uuid[], ${priorities}::text[], ${daysLeft}::int[]) with ordinality as w (id, priority,
              days_left, number)
      where p.slug = ${projectSlug}`,
  )
  const each = Math.ceil(tasks / layers)
  const pairs = new Set<string>()
  while (pairs.size < edges) {
    const other = each + Math.floor(random() * (tasks - each))
    const firstOfLayer = other - (other % each)
    const from = Math.max(0, firstOfLayer - each * 3)
    const task = from + Math.floor(random() * (firstOfLayer - from))
    pairs.add(`${ids[task]} ${ids[other]}`)
  }
  const split = [...pairs].map((pair) => pair.split(' '))
  await db.run(
    sql`insert into dependencies (task_id, other_id, organization_id, kind, created_by)
     select e.task_id, e.other_id, p.organization_id, 'blocks', '{}'
       from projects p, unnest(${split.map(([task]) => task)}::uuid[],
         ${split.map(([, other]) => other)}::uuid[]) as e (task_id, other_id) where p.slug = ${projectSlug}`,
  )
  await db.run(
    sql`update tasks t set open_blockers = (select count(*) from dependencies d where d.other_id = t.id),
                        blocking = (select count(*) from dependencies d where d.task_id = t.id)
       from projects p where p.slug = ${projectSlug} and t.project_id = p.id`,
  )
  await db.run(sql`update projects set last_number = ${tasks}, last_position = 500000000 + ${tasks}
    where slug = ${projectSlug}`)
}
