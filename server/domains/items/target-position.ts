import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { rejectField } from '../../operations/errors.ts'
import { type InProject, findItem } from './find-item.ts'
import { between, positionOf } from './positions.ts'

/** The tables whose rows have a place in the order of their project. */
export type OrderedTable = 'epics' | 'stories' | 'tasks'

export interface TargetPosition {
  place?: 'first' | 'last' | undefined
  before?: string | undefined
  after?: string | undefined
}

/** How something of this kind is moved; at most one of them is said. */
export function positionFields(kind: 'epic' | 'story' | 'task') {
  const neighbour = z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ refers: `${kind}Beside` })
  return {
    place: z.enum(['first', 'last']).optional().describe('Move it to the top or the bottom of the order.'),
    before: neighbour.optional().describe(`Move it right before this ${kind} of the same project.`),
    after: neighbour.optional().describe(`Move it right after this ${kind} of the same project.`),
  }
}

/**
 * The position for an item that is moved, or undefined if it is not, or stands there already. Holds the project, so that
 * two moves at once never end at the same place.
 */
export async function resolvePosition(
  db: Queries,
  table: OrderedTable,
  moved: InProject & { id: string },
  asked: TargetPosition,
): Promise<string | undefined> {
  const ways = (['place', 'before', 'after'] as const).filter((way) => asked[way] !== undefined)
  if (ways.length > 1) rejectField(ways[1]!, `Say only one of place, before and after.`)
  if (asked.place !== undefined) return endOf(db, moved.project_id, asked.place)
  const way = ways[0] as 'before' | 'after' | undefined
  if (way === undefined) return undefined

  await db.run('select 1 from projects where id = $1 for no key update', [moved.project_id])
  const neighbour = await findItem<Neighbour>(db, table, moved, asked[way]!)
  if (!neighbour) rejectField(way, `There is no such item in this project: "${asked[way]}".`)
  if (neighbour.id === moved.id) rejectField(way, 'An item cannot stand beside itself.')
  const [compare, order] = way === 'before' ? ['<', 'desc'] : ['>', 'asc']
  const [next] = await db.run<Neighbour>(
    `select id, position from ${table} where project_id = $1 and position ${compare} $2
      order by position ${order} limit 1`,
    [moved.project_id, neighbour.position],
  )
  if (next?.id === moved.id) return undefined
  if (!next) return endOf(db, moved.project_id, way === 'before' ? 'first' : 'last')
  const [low, high] = way === 'before' ? [next, neighbour] : [neighbour, next]
  const position = between(low.position, high.position)
  // An index holds no longer ones. Each takes a sixth of a digit, so ten thousand were put at this very spot.
  if (position.length > 2000)
    rejectField(
      way,
      'There is no room left at this place. Move what stands beside it to another place first.',
    )
  return position
}

interface Neighbour {
  id: string
  position: string
}

/** Beyond everything that is or was there. */
async function endOf(db: Queries, projectId: string, end: 'first' | 'last'): Promise<string> {
  const next = end === 'first' ? 'first_position = first_position - 1' : 'last_position = last_position + 1'
  const [moved] = await db.run<{ counter: number }>(
    `update projects set ${next} where id = $1 returning ${end}_position as counter`,
    [projectId],
  )
  return positionOf(moved!.counter)
}
