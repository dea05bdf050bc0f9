import { insertRow } from '../../database/rows.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { newId } from '../../platform/ids.ts'
import { toSlug } from '../../platform/names.ts'
import { joinTeam } from '../team-members/join-team.ts'
import type { SeenTeam } from './access.ts'
import { teamKind } from './team.ts'
import type { TeamRow } from './tables.ts'

export interface Wanted {
  name: string
  slug?: string | undefined
  description?: string
}

/** A new team. Whoever makes it leads it. */
export async function createTeamWithLead(ctx: Context & InOrganization, wanted: Wanted): Promise<SeenTeam> {
  const team = await insertTeam(ctx, wanted)
  await joinTeam(ctx, team, ctx.user, 'lead')
  return { ...team, own_role: 'lead' }
}

/** Makes the row alone: the first of the slugs that nobody has on this instance is its own. */
async function insertTeam(ctx: Context & InOrganization, wanted: Wanted): Promise<TeamRow> {
  const { name, description = '' } = wanted
  const candidates = wanted.slug === undefined ? slugsFor(name) : [wanted.slug]
  for (const slug of candidates) {
    const team = await insertRow<TeamRow>(ctx, teamKind, {
      insert: `insert into teams (id, organization_id, slug, name, description, created_by)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      values: [newId(), ctx.organization.id, slug, name, description, ctx.user.id],
      data: { name, slug, description },
    })
    if (team) return team
  }
  return reject('already_taken', { field: 'slug', value: wanted.slug ?? toSlug(name) })
}

/** Many organizations have a team of the same name: after a few numbers, something that nobody has. */
function* slugsFor(name: string): Generator<string> {
  const base = toSlug(name).slice(0, 47).replace(/-$/, '') || 'team'
  yield base
  for (let number = 2; number < 6; number++) yield `${base}-${number}`
  for (const length of [5, 12]) yield `${base}-${newId().slice(-length)}`
}
