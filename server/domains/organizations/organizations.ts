import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import {
  type SignedIn,
  asPerson,
  organization,
  signedIn,
  administersItself,
} from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { foundOrganization } from './found-organization.ts'
import {
  Organization,
  organizationFields,
  showOrganization,
  isOrganization,
  organizationRef,
} from './organization.ts'
import { orderByText, pageInput, pageOf, readPage } from '../../database/pages.ts'
import type { CallingOrganization } from '../../operations/caller.ts'
import { OrganizationOfUser, publicOrganization } from '../auth/accounts/user.ts'
import { selectOrganizationsOf } from './organizations-of.ts'
import { requireOwnSecondFactor } from '../auth/second-factor/policy.ts'
import { changeOrganization } from './change-organization.ts'
import { lockOrganization, lockMember } from '../membership/lock.ts'
import { recordOwn } from '../../operations/record-own.ts'

export const createOrganization = operation({
  id: 'organizations.create',
  summary: 'Create an organization. You become its owner, and it becomes your current organization.',
  http: 'POST /api/organizations',
  access: asPerson,
  created: true,
  input: z.object({
    name: organizationFields.name,
    slug: organizationFields.slug
      .optional()
      .describe('Name in URLs, unique on this instance. Default: derived from the name.'),
  }),
  output: Organization,
}).run(async (ctx, input) => {
  await requireBelowLimit(ctx)
  return showOrganization(ctx, ctx.caller, await foundOrganization(ctx, ctx.user, input))
})

const maxOwned = 100

async function requireBelowLimit({ db, user }: Context & SignedIn): Promise<void> {
  // Serializes concurrent creations by one user, so that both are counted.
  await db.run(sql`select 1 from users where id = ${user.id} for no key update`)
  const [owned] = await db.run<{ count: number }>(
    sql`select count(*)::int as count from memberships where user_id = ${user.id} and role = 'owner'`,
  )
  if (owned!.count >= maxOwned) reject('too_many', { most: maxOwned, things: 'owned organizations' })
}

export const getOrganization = operation({
  id: 'organizations.get',
  summary: 'Show the current organization with its settings, its plan, your role and your rights.',
  http: 'GET /api/organization',
  shows: ['organization', 'member'],
  access: organization('guest'),
  input: z.object({}),
  output: Organization,
}).run((ctx) => showOrganization(ctx, ctx.caller, ctx.organization))

const byName = orderByText('lower(o.name)', 'o.id')

export const listOrganizations = operation({
  id: 'organizations.list',
  summary: 'List your organizations, sorted by name. A key or token sees only its own organization.',
  http: 'GET /api/organizations',
  access: signedIn,
  withoutSecondFactor: true,
  input: z.object({
    sandboxes: z.boolean().default(false).describe('Whether to include sandboxes.'),
    ...pageInput,
  }),
  output: pageOf(
    OrganizationOfUser.extend({
      current: z.boolean().describe('Whether this is the organization of the request.'),
    }),
  ),
}).run(async (ctx, { sandboxes, ...paging }) => {
  const { caller, user } = ctx
  const currentId = caller.organization?.id ?? null
  const isBound = caller.kind !== 'session'
  const isListed = isBound ? sql`o.id = ${currentId}` : sandboxes ? sql`true` : sql`o.sandbox_of is null`
  return readPage(
    ctx.db,
    paging,
    byName,
    ({ after, orderAndLimit }) =>
      sql`select listed.*, lower(listed.name) as sort_value from (${selectOrganizationsOf(user.id)}
        and ${isListed} and ${after} ${orderAndLimit}) listed order by sort_value, listed.id`,
    (row: CallingOrganization & { sort_value: string }) => ({
      ...publicOrganization(row),
      current: row.id === currentId,
    }),
  )
})

export const updateOrganization = operation({
  id: 'organizations.update',
  summary:
    'Change the name, slug, description, default project visibility or second-factor requirement of the organization.',
  http: 'PATCH /api/organization',
  access: administersItself,
  input: z.object({
    name: organizationFields.name.optional(),
    slug: organizationFields.slug.optional(),
    description: organizationFields.description.optional(),
    defaultVisibility: organizationFields.defaultVisibility.optional(),
    requireSecondFactor: organizationFields.requireSecondFactor.optional(),
  }),
  output: Organization,
}).run(async (ctx, { defaultVisibility, requireSecondFactor, ...set }) => {
  if (requireSecondFactor) requireOwnSecondFactor(ctx.caller)
  const before = await lockOrganization(ctx.db, ctx.organization.id)
  await changeOrganization(ctx, before, {
    ...set,
    ...(defaultVisibility && { default_visibility: defaultVisibility }),
    ...(requireSecondFactor !== undefined && { require_second_factor: requireSecondFactor }),
  })
  if (requireSecondFactor !== undefined)
    await ctx.db.run(
      sql`update organizations set require_second_factor = ${requireSecondFactor} where sandbox_of = ${ctx.organization.id}`,
    )
  return showOrganization(ctx, ctx.caller, ctx.organization)
})

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
