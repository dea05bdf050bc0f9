import { z } from 'zod'
import { type JournalRow, decodeCursor, selectJournal, writtenBefore } from '../../database/journal.ts'
import { pageInput } from '../../database/pages.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { Event, eventFromRow } from '../activity/event.ts'
import { projectsSeenBy } from '../projects/access.ts'
import { onTeam } from './access.ts'
import { teamRef } from './team.ts'

export const listTeamActivity = operation({
  id: 'teams.listTeamActivity',
  summary: 'List the events of a team, its members and its projects that the caller can see, newest first.',
  http: 'GET /api/teams/:team/activity',
  shows: [
    'team',
    'activity',
    'epic',
    'evidence',
    'feature',
    'project',
    'review',
    'story',
    'task',
    'team_member',
    'user',
  ],
  access: onTeam('view'),
  input: z.object({
    team: teamRef,
    type: z.string().max(100).optional().describe('Only events of this type, such as task.completed.'),
    actor: z
      .uuid()
      .optional()
      .describe(
        'Only events of this user or agent, by id. Events of an agent also match the user it acts for.',
      ),
    since: z.iso.datetime().optional().describe('Only events at or after this time.'),
    before: z
      .string()
      .max(200)
      .optional()
      .describe('Cursor to continue from: nextCursor of the previous page.'),
    limit: pageInput.limit,
  }),
  output: z.object({
    items: z.array(Event),
    nextCursor: z.string().nullable().describe('Cursor to pass as before for older events. Null at the end.'),
  }),
}).run(async (ctx, input) => {
  const visible = projectsSeenBy(ctx)
  const values = [...visible.values, ctx.team.id]
  const matching = matchingEvents(ctx, input, values)
  // Reads the team and each project backwards along their own indexes, one page at most.
  const rows = await ctx.db.run<JournalRow>(
    `with found as (
       (${selectJournal.text} where subject_id = $5 and project_id is null and ${matching})
       union all
       (select of_project.* from projects p
         cross join lateral (${selectJournal.text} where project_id = p.id and ${matching}) of_project
         where p.team_id = $5 and ${visible.where} and p.deleted_at is null))
     select * from found order by xid::xid8 desc, seq::bigint desc limit $${values.length}`,
    values,
  )
  const items = rows.slice(0, input.limit).map((row) => eventFromRow(ctx.app.epoch, row))
  return { items, nextCursor: rows.length > input.limit ? items.at(-1)!.cursor : null }
})

interface ActivityFilter {
  type?: string | undefined
  actor?: string | undefined
  since?: string | undefined
  before?: string | undefined
  limit: number
}

/** Builds the condition, order and limit for the newest matching events. Appends its parameters to `values`. */
function matchingEvents(
  ctx: Context,
  { type, actor, since, before, limit }: ActivityFilter,
  values: unknown[],
) {
  const parameter = (value: unknown, as: string) => `$${values.push(value)}::${as}`
  const conditions = ['organization_id = $1', 'private_to is null']
  if (before !== undefined) conditions.push(writtenBefore(decodeCursor(ctx.app.epoch, before), values))
  if (type !== undefined) conditions.push(`type = ${parameter(type, 'text')}`)
  if (actor !== undefined)
    conditions.push(`${parameter(actor, 'text')} in (actor ->> 'id', actor -> 'onBehalfOf' ->> 'id')`)
  if (since !== undefined) conditions.push(`at >= ${parameter(since, 'timestamptz')}`)
  return `${conditions.join(' and ')} order by journal.xid desc, journal.seq desc limit ${parameter(limit + 1, 'integer')}`
}
