import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { hasRole } from '../../operations/access.ts'
import { type CallingOrganization, type KnownCaller, roles } from '../../operations/caller.ts'
import { reject } from '../../operations/errors.ts'
import { may } from '../../operations/may.ts'
import { anyUuid } from '../../platform/ids.ts'
import { reference } from '../../operations/reference.ts'
import { mayAdminister, canLeaveOrganization, mayOwn } from './access.ts'
import { planNames, planOf } from './plans.ts'
import type { OrganizationRow } from './tables.ts'

const visibilities = ['private', 'organization'] as const

/** The shape the world sees. */
export const Organization = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Its name in addresses, unique on this instance.'),
    name: z.string(),
    description: z.string(),
    defaultVisibility: z.enum(visibilities).describe('Who sees a new project for which nobody says it.'),
    requireSecondFactor: z.boolean().describe('Whether its members need a second factor.'),
    sandbox: z.boolean().describe('Whether it is the sandbox of another one, where test credentials work.'),
    plan: z.enum(planNames),
    role: z.enum(roles).describe('What the caller is in it.'),
    members: z.int().nullable().describe('How many people are in it. Guests are not told.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        createProject: z.boolean(),
        update: z.boolean().describe('Change its settings.'),
        manageMembers: z
          .boolean()
          .describe('Change roles and take people out, as far as their own role goes.'),
        leave: z.boolean(),
        transfer: z.boolean().describe('Hand it over. Needs a sign-in of the last 60 minutes.'),
        delete: z.boolean().describe('Delete it for good. Needs a sign-in of the last 60 minutes.'),
      })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Organization' })

/** An organization as the caller sees it, who is in it. */
export async function showOrganization(
  db: Queries,
  caller: KnownCaller,
  organization: CallingOrganization,
): Promise<z.output<typeof Organization>> {
  const [[row], plan] = await Promise.all([
    db.run<OrganizationRow & { members: number }>(
      `select o.*, (select count(*)::int from organization_members where organization_id = o.id) as members
         from organizations o where o.id = $1`,
      [organization.id],
    ),
    planOf(db, organization.id),
  ])
  if (!row) reject('no_organization')
  const administers = mayAdminister(caller, organization)
  const owns = mayOwn(caller, organization)
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

/** How an organization is named in any input. */
export const organizationRef = reference('organization', 'The organization: its slug or its id.')

/** SQL for the organization `o` that a reference means. */
export function isCalled(ref: string, parameter: string): string {
  return anyUuid.test(ref) ? `o.id = ${parameter}` : `o.slug = ${parameter}`
}

export const organizationFields = {
  name: z.string().trim().min(1).max(120).describe('What people call it.'),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters, digits and single hyphens.')
    .min(2)
    .max(60)
    // It would never be found: a header with it means the id.
    .refine((slug) => !anyUuid.test(slug), 'This looks like an id. Choose a name.')
    .describe('Its name in addresses, unique on this instance.'),
  description: z.string().max(20_000).describe('What it is about, in markdown.'),
  defaultVisibility: z
    .enum(visibilities)
    .describe(
      'Who sees a new project for which nobody says it: its creator and administrators, or all members.',
    ),
  requireSecondFactor: z
    .boolean()
    .describe('Whether members need a second factor for everything in it. Needs one of your own first.'),
}
