import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { countsOfGroups, countsOfProject, isWithoutDay } from './task-counts.ts'

/** Progress of an epic, story or project. Triggers count its tasks. */
export const Progress = z
  .object({
    total: z.int().describe('Number of its tasks.'),
    complete: z.int(),
    cancelled: z.int().describe('Number of cancelled tasks, which percent ignores.'),
    percent: z.int().describe('Percentage of complete tasks among those not cancelled, rounded down.'),
  })
  .meta({ id: 'Progress' })

export type Progress = z.output<typeof Progress>

export interface Counts {
  total: number
  complete: number
  cancelled: number
}

export const nothingBelow: Counts = { total: 0, complete: 0, cancelled: 0 }

export function progressFrom({ total, complete, cancelled }: Counts): Progress {
  const counting = total - cancelled
  const percent = counting === 0 ? 0 : Math.floor((100 * complete) / counting)
  return { total, complete, cancelled, percent }
}

/** A project, and the connection to read its progress with. */
export interface InProject {
  db: Queries
  project: { id: string }
}

export type ProgressKind = 'project' | 'epic' | 'story'

const summed = (measure: keyof Counts) =>
  sql.raw(`coalesce(sum(count) filter (where measure = '${measure}'), 0)::int as ${measure}`)

/** The columns of the progress of a project, from `countsOfProject`. */
export const projectProgress = sql.join([summed('total'), summed('complete'), summed('cancelled')], ', ')

/**
 * Returns the progress of the project itself, or of epics or stories in it, in one statement. The result has an entry
 * for every id.
 */
export async function progressOf(
  { db, project }: InProject,
  kind: ProgressKind,
  ids: readonly string[],
): Promise<Map<string, Progress>> {
  if (ids.length === 0) return new Map()
  const rows = await db.run<Counts & { id: string }>(
    kind === 'project'
      ? sql`select ${project.id}::uuid as id, ${projectProgress} from ${countsOfProject(project.id, isWithoutDay)} counts`
      : sql`select id, sum(total)::int as total, sum(complete)::int as complete, sum(cancelled)::int as cancelled
          from ${countsOfGroups(project.id, ids)} counts group by id`,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return new Map(ids.map((id) => [id, progressFrom(found.get(id) ?? nothingBelow)]))
}

/** Returns the progress of one epic or story. */
export async function progressOfOne(within: InProject, kind: ProgressKind, id: string): Promise<Progress> {
  const found = await progressOf(within, kind, [id])
  return found.get(id)!
}

/** The progress of an epic or story without tasks. */
export const noProgress = progressFrom(nothingBelow)
