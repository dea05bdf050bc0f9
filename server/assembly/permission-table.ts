import type { AccessRule, Relation } from '../operations/access.ts'
import { type Role, type Scope, roles } from '../operations/caller.ts'
import { type Operation, bindingsOf } from '../operations/operation.ts'
import { operations } from './registry.ts'

/*
 * The permissions of each role, computed from the access rules of the operations. docs/permissions.md is generated from
 * it, and test/role-matrix.test.ts checks every cell.
 */
export interface Permission {
  operation: Operation
  /** Whether callers without a credential pass. */
  anonymous: boolean
  /** Whether each role in the organization passes, for items that the caller can see. */
  roles: Record<Role, boolean>
  /** Relations to the item that also pass. */
  also: readonly Relation[]
  /** Whether only administrators of the instance pass, regardless of their role in an organization. */
  platformAdmin: boolean
  /** Whether users without an organization pass, for their own account. */
  withoutOrganization: boolean
  /** Whether only signed-in users pass, or only users who signed in recently. */
  session: 'needed' | 'recent' | null
  /** The scope that a key or token needs. Null if none is needed, or if no key or token passes. */
  scope: Scope | null
  /** Whether test credentials and project-bound credentials pass. */
  testCredentials: boolean
  projectCredentials: boolean
}

/** The role of a user in an organization, and their relation to the requested item. */
export interface Membership {
  /** Null: not in an organization. */
  role: Role | null
  relation?: Relation | undefined
  platformAdmin?: boolean
}

export function permissionTable(): Permission[] {
  return operations.map(({ operation }) => permissionOf(operation))
}

export function permissionOf(operation: Operation): Permission {
  const { access, reads } = operation
  const { open, sessionOnly = false } = access
  const byRole = roles.map((role) => [role, passes(access, { role })])
  return {
    operation,
    anonymous: open,
    roles: Object.fromEntries(byRole) as Record<Role, boolean>,
    also: access.also ?? [],
    platformAdmin: access.platformAdmin ?? false,
    withoutOrganization: passes(access, { role: null }),
    session: access.recently ? 'recent' : sessionOnly ? 'needed' : null,
    scope: open || sessionOnly ? null : access.adminScope ? 'admin' : reads ? 'read' : 'write',
    testCredentials: !(sessionOnly || access.liveOnly),
    projectCredentials: !(sessionOnly || access.wholeOrganization),
  }
}

/** Returns whether a rule accepts this user for an item that they can see. */
export function passes(access: AccessRule<never, object>, { role, relation, platformAdmin }: Membership) {
  const { open, leastRole, also = [] } = access
  if (open) return true
  if (access.platformAdmin) return platformAdmin ?? false
  if (relation && also.includes(relation)) return true
  if (relation === 'lead' && also.includes('in the team')) return true
  if (!leastRole) return also.length === 0
  return role !== null && roles.indexOf(role) >= roles.indexOf(leastRole)
}

export function permissionsPage(): string {
  const domains = Map.groupBy(permissionTable(), ({ operation }) => operation.id.split('.')[0]!)
  return [...introduction, ...[...domains].flatMap(([domain, rows]) => section(domain, rows))].join('\n')
}

const introduction = [
  '# Permissions',
  '',
  'Generated from the access rules by `npm run contract`. `test/role-matrix.test.ts` checks every cell.',
  '',
  "Items that a caller can't see return 404. Actions that a caller can't perform on a visible item return 403.",
  '',
  '- **all**: anyone, without a credential.',
  '- **guest**, **member**, **admin**, **owner**: the role in the organization. ✓ passes for visible items. Guests see only',
  '  items shared with them by name. Members see items visible to the organization, to their teams or to them.',
  '  (✓) concerns your own account and needs no organization.',
  '- **also**: relations to the item that pass with any role. *platform admin*: only administrators of the instance.',
  '- **needs**: the scope that an API key or MCP token needs. *session*: only signed-in users pass, without keys, tokens or',
  '  impersonation. *recent session*: only within an hour after signing in.',
  '- **test**: whether test credentials pass. **project**: whether credentials bound to one project pass, for that project.',
  '',
]

function section(domain: string, rows: Permission[]): string[] {
  return [
    `## ${domain}`,
    '',
    '| operation | served as | access | all | guest | member | admin | owner | also | needs | test | project |',
    `|---|---|---|${':-:|'.repeat(5)}---|---|:-:|:-:|`,
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
    '',
  ]
}

function cells(row: Permission): string[] {
  const { operation, session, scope } = row
  const doors = [...bindingsOf(operation), operation.tool?.name ?? []].flat()
  const passing = row.withoutOrganization && !row.anonymous ? '(✓)' : '✓'
  return [
    operation.id,
    doors.map((door) => `\`${door}\``).join('<br>'),
    operation.access.sentence,
    mark(row.anonymous),
    ...roles.map((role) => mark(row.roles[role], passing)),
    [...row.also, ...(row.platformAdmin ? ['*platform admin*'] : [])].join(', '),
    session === 'recent' ? '*recent session*' : session ? '*session*' : (scope ?? ''),
    mark(row.testCredentials),
    mark(row.projectCredentials),
  ]
}

function mark(passing: boolean, as = '✓'): string {
  return passing ? as : '–'
}
