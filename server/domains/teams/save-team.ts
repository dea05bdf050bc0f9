import { insertRow, changeRow } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { newId } from '../../platform/ids.ts'
import { toSlug } from '../../platform/names.ts'
import { joinTeam } from './team-members/join-and-leave.ts'
import type { SeenTeam, OnTeam } from './access.ts'
import { teamKind, type Team, teamFromRow } from './team.ts'
import type { TeamRow } from './tables.ts'
import type { z } from 'zod'
import { sqlState } from '../../platform/connection-errors.ts'

export interface NewTeam {
  name: string
  slug?: string | undefined
  description?: string
}

/** Creates a team with the caller as its lead. */
export async function createTeamWithLead(ctx: Context & InOrganization, input: NewTeam): Promise<SeenTeam> {
  const team = await insertTeam(ctx, input)
  await joinTeam(ctx, team, ctx.user, 'lead')
  return { ...team, own_role: 'lead' }
}

/** Inserts the row with the first candidate slug that is free on this instance. */
async function insertTeam(ctx: Context & InOrganization, input: NewTeam): Promise<TeamRow> {
  const { name, description = '' } = input
  const candidates = input.slug === undefined ? slugsFor(name) : [input.slug]
  for (const slug of candidates) {
    const team = await insertRow<TeamRow>(ctx, teamKind, {
      insert: sql`insert into teams (id, organization_id, slug, name, description, created_by)
        values (${newId()}, ${ctx.organization.id}, ${slug}, ${name}, ${description}, ${ctx.user.id})
        on conflict do nothing`,
      data: { name, slug, description },
    })
    if (team) return team
  }
  return reject('already_taken', { field: 'slug', value: input.slug ?? toSlug(name) })
}

/** Yields slug candidates: the name, then a few numbered ones, then random ones, because many teams share a name. */
function* slugsFor(name: string): Generator<string> {
  const base = toSlug(name).slice(0, 47).replace(/-$/, '') || 'team'
  yield base
  for (let number = 2; number < 6; number++) yield `${base}-${number}`
  for (const length of [5, 12]) yield `${base}-${newId().slice(-length)}`
}

/** Updates a team's own fields. Rejects a slug that another team uses. */
export async function changeTeam(
  ctx: Context & OnTeam,
  set: Partial<TeamRow>,
): Promise<z.output<typeof Team>> {
  const { own_role, ...before } = ctx.team
  const after = await changeRow<TeamRow>(ctx, teamKind, before, set).catch((error: unknown) => {
    if (sqlState(error) === '23505') reject('already_taken', { field: 'slug', value: set.slug })
    throw error
  })
  return teamFromRow(ctx, { ...after, own_role })
}
