import { z } from 'zod'
import { type Sql, sql } from '../../database/sql.ts'
import { hasRole } from '../../operations/access.ts'
import { type CallingOrganization, type KnownCaller, roles } from '../../operations/caller.ts'
import { reject } from '../../errors/errors.ts'
import { may } from '../../operations/may.ts'
import { anyUuid } from '../../platform/ids.ts'
import { reference } from '../../operations/reference.ts'
import { canAdminister, canLeaveOrganization, canOwn } from './access.ts'
import { type WithPlans, planNames, planOf } from '../membership/plans.ts'
import type { OrganizationRow } from '../membership/tables.ts'

const visibilities = ['private', 'organization'] as const

/** An organization as the API returns it. */
export const Organization = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Name in URLs, unique on this instance.'),
    name: z.string(),
    description: z.string(),
    defaultVisibility: z.enum(visibilities).describe('Default visibility of new projects.'),
    requireSecondFactor: z.boolean().describe('Whether members need a second factor.'),
    sandbox: z.boolean().describe('Whether this is a sandbox, which test credentials use.'),
    plan: z.enum(planNames).describe('Plan in effect. "unlimited" on instances without billing.'),
    role: z.enum(roles).describe('Role of the caller.'),
    members: z.int().nullable().describe('Number of members. Null for guests.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        createProject: z.boolean(),
        update: z.boolean().describe('Change the settings.'),
        manageMembers: z
          .boolean()
          .describe("Change roles and remove members, within the limits of the caller's role."),
        leave: z.boolean(),
        transfer: z.boolean().describe('Transfer it. Needs a sign-in within the last 60 minutes.'),
        delete: z.boolean().describe('Delete it permanently. Needs a sign-in within the last 60 minutes.'),
      })
      .describe('Actions that the caller can perform.'),
  })
  .meta({ id: 'Organization' })

/** Returns an organization as the caller, one of its members, can see it. */
export async function showOrganization(
  ctx: WithPlans,
  caller: KnownCaller,
  organization: CallingOrganization,
): Promise<z.output<typeof Organization>> {
  const [[row], plan] = await Promise.all([
    ctx.db.run<OrganizationRow & { members: number }>(
      sql`select o.*, (select count(*)::int from organization_members where organization_id = o.id) as members
         from organizations o where o.id = ${organization.id}`,
    ),
    planOf(ctx, organization.id),
  ])
  if (!row) reject('no_organization')
  const administers = canAdminister(caller, organization)
  const owns = canOwn(caller, organization)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    defaultVisibility: row.default_visibility,
    requireSecondFactor: row.require_second_factor,
    sandbox: row.sandbox_of !== null,
    plan,
    role: organization.role,
    members: hasRole(organization, 'member') ? row.members : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, {
      createProject: hasRole(organization, 'member') && caller.projectId === null,
      update: administers,
      manageMembers: administers,
      leave: canLeaveOrganization(caller, organization),
      transfer: owns,
      delete: owns,
    }),
  }
}

/** Reference to an organization in operation inputs. */
export const organizationRef = reference('organization', 'The organization: slug or id.')

/** Returns the SQL condition that organization `o` has this id or slug. */
export function isOrganization(ref: string): Sql {
  return anyUuid.test(ref) ? sql`o.id = ${ref}` : sql`o.slug = ${ref}`
}

export const organizationFields = {
  name: z.string().trim().min(1).max(120).describe('Display name.'),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters, digits and single hyphens.')
    .min(2)
    .max(60)
    // A slug that looks like an id could never be addressed, because references treat it as the id.
    .refine((slug) => !anyUuid.test(slug), 'A slug must not look like an id. Choose another.')
    .describe('Name in URLs, unique on this instance.'),
  description: z.string().max(20_000).describe('Description in Markdown.'),
  defaultVisibility: z
    .enum(visibilities)
    .describe('Default visibility of new projects: their creator and administrators, or all members.'),
  requireSecondFactor: z
    .boolean()
    .describe('Whether members need a second factor to access it. To enable this, set up your own first.'),
}
