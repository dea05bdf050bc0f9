import { z } from 'zod'
import { type JournalRow, decodeCursor, selectJournal, writtenBefore } from '../../database/journal.ts'
import { pageInput } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { Event, eventFromRow } from '../../operations/event.ts'
import { visibleProjects } from '../projects/access.ts'
import { type OnTeam, onTeam } from './access.ts'
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
  const limit = sql`limit ${input.limit + 1}`
  const newest = sql`order by journal.xid desc, journal.seq desc ${limit}`
  const matching = sql`${matchingEvents(ctx, input)} ${newest}`
  // Reads the team and each project backwards along their own indexes, one page at most.
  const rows = await ctx.db.run<JournalRow>(
    sql`with found as (
       (${selectJournal} where subject_id = ${ctx.team.id} and project_id is null and ${matching})
       union all
       (select of_project.* from projects p
         cross join lateral (${selectJournal} where project_id = p.id and ${matching}) of_project
         where p.team_id = ${ctx.team.id} and ${visibleProjects(ctx).where} and p.deleted_at is null))
     select * from found order by xid::xid8 desc, seq::bigint desc ${limit}`,
  )
  const items = rows.slice(0, input.limit).map((row) => eventFromRow(ctx.app.epoch, row))
  return { items, nextCursor: rows.length > input.limit ? items.at(-1)!.cursor : null }
})

interface ActivityFilter {
  type?: string | undefined
  actor?: string | undefined
  since?: string | undefined
  before?: string | undefined
}

function matchingEvents(
  { app, organization }: Context & OnTeam,
  { type, actor, since, before }: ActivityFilter,
): Sql {
  const conditions = [sql`organization_id = ${organization.id}`, sql`private_to is null`]
  if (before !== undefined) conditions.push(writtenBefore(decodeCursor(app.epoch, before)))
  if (type !== undefined) conditions.push(sql`type = ${type}`)
  if (actor !== undefined) conditions.push(sql`${actor} in (actor ->> 'id', actor -> 'onBehalfOf' ->> 'id')`)
  if (since !== undefined) conditions.push(sql`at >= ${since}`)
  return sql.join(conditions, ' and ')
}
