import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { rejectField } from '../../../errors/errors.ts'
import { type InProject, findItem } from './find-item.ts'
import { between, positionOf } from './positions.ts'

/** Tables whose rows are ordered within their project. */
export type OrderedTable = 'epics' | 'stories' | 'tasks'

export interface TargetPosition {
  place?: 'first' | 'last' | undefined
  before?: string | undefined
  after?: string | undefined
}

/** Returns the input fields that move an item of this kind. A request can pass at most one of them. */
export function positionFields(kind: 'epic' | 'story' | 'task') {
  const neighbour = z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ refers: `${kind}Beside` })
  return {
    place: z.enum(['first', 'last']).optional().describe('Move it to the first or last position.'),
    before: neighbour.optional().describe(`Move it directly before this ${kind} of the same project.`),
    after: neighbour.optional().describe(`Move it directly after this ${kind} of the same project.`),
  }
}

/**
 * Returns the new position of a moved item, or undefined if it does not move. Locks the project, so that two concurrent
 * moves never get the same position.
 */
export async function resolvePosition(
  db: Queries,
  table: OrderedTable,
  moved: InProject & { id: string },
  target: TargetPosition,
): Promise<string | undefined> {
  const fields = (['place', 'before', 'after'] as const).filter((field) => target[field] !== undefined)
  if (fields.length > 1) rejectField(fields[1]!, 'Pass only one of place, before and after.')
  if (target.place !== undefined) return endOf(db, moved.project_id, target.place)
  const field = fields[0] as 'before' | 'after' | undefined
  if (field === undefined) return undefined

  await db.run(sql`select 1 from projects where id = ${moved.project_id} for no key update`)
  const neighbour = await findItem<Neighbour>(db, table, moved, target[field]!)
  if (!neighbour) rejectField(field, `This project has no such item: "${target[field]}".`)
  if (neighbour.id === moved.id) rejectField(field, "An item can't be placed next to itself.")
  const beside =
    field === 'before'
      ? sql`position < ${neighbour.position} order by position desc`
      : sql`position > ${neighbour.position} order by position`
  const [next] = await db.run<Neighbour>(
    sql`select id, position from ${sql.raw(table)} where project_id = ${moved.project_id} and ${beside} limit 1`,
  )
  if (next?.id === moved.id) return undefined
  if (!next) return endOf(db, moved.project_id, field === 'before' ? 'first' : 'last')
  const [low, high] = field === 'before' ? [next, neighbour] : [neighbour, next]
  const position = between(low.position, high.position)
  // An index entry has a maximum size. This length needs more than ten thousand moves to the same spot.
  if (position.length > 2000)
    rejectField(
      field,
      'No position is left between these two items. Move the neighbouring item elsewhere first.',
    )
  return position
}

interface Neighbour {
  id: string
  position: string
}

/** Returns a position before or after all current and former items of the project. */
async function endOf(db: Queries, projectId: string, end: 'first' | 'last'): Promise<string> {
  const column = sql.raw(`${end}_position`)
  const step = sql.raw(end === 'first' ? '- 1' : '+ 1')
  const [moved] = await db.run<{ counter: number }>(
    sql`update projects set ${column} = ${column} ${step} where id = ${projectId} returning ${column} as counter`,
  )
  return positionOf(moved!.counter)
}
