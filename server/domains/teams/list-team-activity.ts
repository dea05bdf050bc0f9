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
  summary:
    'List what happened to a team, to who is in it and in its projects that the caller sees, newest first.',
  http: 'GET /api/teams/:team/activity',
  access: onTeam('view'),
  input: z.object({
    team: teamRef,
    type: z.string().max(100).optional().describe('Only events of this type: task.completed.'),
    actor: z
      .uuid()
      .optional()
      .describe('Only what this person or agent did: an id. Agents act for a person.'),
    since: z.iso.datetime().optional().describe('Only what happened at this time or later.'),
    before: z.string().max(200).optional().describe('Where to go on: nextCursor of the page before.'),
    limit: pageInput.limit,
  }),
  output: z.object({
    items: z.array(Event),
    nextCursor: z.string().nullable().describe('Pass it as before to go further back; null at the end.'),
  }),
}).run(async (ctx, input) => {
  const visible = projectsSeenBy(ctx)
  const values = [...visible.values, ctx.team.id]
  const matching = matchingEvents(ctx, input, values)
  // Each project is read backwards along its own index and no further than a page goes, and so is the team itself.
  const rows = await ctx.db.run<JournalRow>(
    `with found as (
       (${selectJournal} where subject_id = $5 and project_id is null and ${matching})
       union all
       (select of_project.* from projects p
         cross join lateral (${selectJournal} where project_id = p.id and ${matching}) of_project
         where p.team_id = $5 and ${visible.where} and p.deleted_at is null))
     select * from found order by xid::xid8 desc, seq::bigint desc limit $${values.length}`,
    values,
  )
  const items = rows.slice(0, input.limit).map((row) => eventFromRow(ctx.app.epoch, row))
  return { items, nextCursor: rows.length > input.limit ? items.at(-1)!.cursor : null }
})

interface Asked {
  type?: string | undefined
  actor?: string | undefined
  since?: string | undefined
  before?: string | undefined
  limit: number
}

/** The newest events that were asked for. Adds its parameters to `values`. */
function matchingEvents(ctx: Context, { type, actor, since, before, limit }: Asked, values: unknown[]) {
  const parameter = (value: unknown, as: string) => `$${values.push(value)}::${as}`
  const conditions = ['organization_id = $1', 'private_to is null']
  if (before !== undefined) conditions.push(writtenBefore(decodeCursor(ctx.app.epoch, before), values))
  if (type !== undefined) conditions.push(`type = ${parameter(type, 'text')}`)
  if (actor !== undefined)
    conditions.push(`${parameter(actor, 'text')} in (actor ->> 'id', actor -> 'onBehalfOf' ->> 'id')`)
  if (since !== undefined) conditions.push(`at >= ${parameter(since, 'timestamptz')}`)
  return `${conditions.join(' and ')} order by journal.xid desc, journal.seq desc limit ${parameter(limit + 1, 'integer')}`
}
