import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { asPerson } from '../../operations/access.ts'
import type { CallingOrganization } from '../../operations/caller.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { OrganizationOfUser, publicOrganization } from '../auth/accounts/user.ts'
import { lockMember } from '../membership/lock.ts'
import { isOrganization, organizationRef } from './organization.ts'
import { selectOrganizationsOf } from './organizations-of.ts'

export const switchOrganization = operation({
  id: 'organizations.switch',
  summary: 'Switch to another of your organizations, on all your devices.',
  http: 'POST /api/organizations/:organization/switch',
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({ organization: organizationRef }),
  output: OrganizationOfUser,
}).run(async (ctx, { organization: ref }) => {
  const [chosen] = await ctx.db.run<CallingOrganization>(
    sql`${selectOrganizationsOf(ctx.user.id)} and ${isOrganization(ref)}`,
  )
  if (!chosen) reject('not_found', { kind: 'organization', ref })
  if (chosen.sandbox) reject('sandbox_by_header', { slug: chosen.slug })
  // The lock waits for a concurrent removal, so that a removed member cannot switch to the organization.
  if (!(await lockMember(ctx.db, chosen.id, ctx.user.id))) reject('not_found', { kind: 'organization', ref })
  const changed = await ctx.db.run(
    sql`update users set last_organization_id = ${chosen.id} where id = ${ctx.user.id} and last_organization_id is distinct from ${chosen.id}
     returning id`,
  )
  const person = { ...ctx.user, organization: chosen }
  const subject = { kind: 'organization', id: chosen.id, key: chosen.slug }
  if (changed.length > 0) recordOwn(ctx, person, 'organization.switched', subject)
  return publicOrganization(chosen)
})
