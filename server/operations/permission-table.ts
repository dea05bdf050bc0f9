import type { AccessRule, Relation } from './access.ts'
import { type Role, type Scope, roles } from './caller.ts'
import { type Operation, bindingsOf } from './operation.ts'
import { operations } from './registry.ts'

/*
 * Who may do what, computed from the rules that the operations declare. docs/permissions.md is written from it, and the
 * role matrix (test/role-matrix.test.ts) tries that every cell is true.
 */
export interface Permission {
  operation: Operation
  /** Whether a caller without a credential passes. */
  anonymous: boolean
  /** Which roles in the organization pass, for what they see. */
  roles: Record<Role, boolean>
  /** Who passes besides, by what they are to the thing. */
  also: readonly Relation[]
  /** Whether it is for administrators of the instance, whatever they are in an organization. */
  platformAdmin: boolean
  /** Whether somebody who is in no organization passes, as themselves. */
  withoutOrganization: boolean
  /** Whether only a person who is signed in passes, or only one who has just signed in. */
  session: 'needed' | 'recent' | null
  /** What a key or token needs; null where none is needed, or where none passes. */
  scope: Scope | null
  /** Whether test keys and tokens pass, and those that are bound to one project. */
  testCredentials: boolean
  projectCredentials: boolean
}

/** What somebody is to an organization, and to the thing in it that they ask for. */
export interface Membership {
  /** Null: in no organization. */
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

/** Whether a rule lets somebody do it to what they see. */
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
  '# Who may do what',
  '',
  'Generated from the rules of the operations by `npm run contract`; `test/role-matrix.test.ts` tries every cell.',
  '',
  'What a caller may not see answers 404; what it sees but may not do answers 403.',
  '',
  '- **all**: anyone, without a credential.',
  '- **guest**, **member**, **admin**, **owner**: the role in the organization. ✓ passes, for what they see: guests see',
  '  only what is shared with them by name, members what is visible to the organization, to their teams or to them.',
  '  (✓) is about oneself and needs no organization.',
  '- **also**: who passes whatever their role, by what they are to the thing. *platform admin*: an administrator of the',
  '  instance, and nobody else.',
  '- **needs**: the scope that an API key or MCP token needs. *session*: only a person who is signed in passes, no key, no',
  '  token, no impersonation. *recent session*: and only within an hour after signing in.',
  '- **test**: whether test credentials pass. **project**: whether those that are bound to one project pass, for that project.',
  '',
]

function section(domain: string, rows: Permission[]): string[] {
  return [
    `## ${domain}`,
    '',
    '| operation | served as | who may | all | guest | member | admin | owner | also | needs | test | project |',
    `|---|---|---|${':-:|'.repeat(5)}---|---|:-:|:-:|`,
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
    '',
  ]
}

function cells(row: Permission): string[] {
  const { operation, session, scope } = row
  const doors = [...bindingsOf(operation), operation.tool ?? []].flat()
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
