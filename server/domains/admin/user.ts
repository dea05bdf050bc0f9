import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import {
  type AccessRule,
  type SignedIn,
  platformAdmin,
  requireRecentSignIn,
} from '../../operations/access.ts'
import { type CallingUser, roles } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { imageUrl } from '../../operations/image-url.ts'
import type { Person } from '../../operations/record-own.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import { User } from '../auth/accounts/user.ts'
import {
  Subscription,
  type SubscriptionRow,
  subscriptionColumns,
  subscriptionFromRow,
} from '../membership/subscription.ts'

export const userStates = ['active', 'suspended', 'closing'] as const

/** A user as administrators see them in lists. */
export const ListedUser = User.extend({
  avatarUrl: z.string().nullable().describe('Path of the image on this server.'),
  state: z.enum(userStates).describe('"closing": the user scheduled their account for erasure.'),
  suspendedAt: z.iso.datetime().nullable(),
  eraseAt: z.iso.datetime().nullable().describe('Time of the scheduled erasure, if any.'),
  emailVerified: z.boolean(),
  secondFactor: z.boolean().describe('Whether a sign-in needs a second factor.'),
  organizationCount: z.int(),
  lastSeenAt: z.iso.datetime().nullable().describe('Time of the last request with a login of the user.'),
  subscription: Subscription.nullable().describe('Null without a subscription.'),
  createdAt: z.iso.datetime(),
  version: z.int(),
}).meta({ id: 'ListedUser' })

/** A user as administrators see them. */
export const AdministeredUser = ListedUser.extend({
  organizations: z
    .array(z.object({ id: z.uuid(), slug: z.string(), name: z.string(), role: z.enum(roles) }))
    .describe('Organizations by name. At most 200.'),
  signInMethods: z.object({
    password: z.boolean(),
    passkeys: z.int(),
    providers: z.array(z.string()).describe('Ids of connected sign-in providers.'),
  }),
  credentialCount: z.int().describe('Number of valid API keys and MCP tokens.'),
}).meta({ id: 'AdministeredUser' })

export interface ListedUserRow extends CallingUser, SubscriptionRow {
  avatar_id: string | null
  suspended_at: string | null
  erase_at: string | null
  email_verified_at: string | null
  second_factor_since: string | null
  organization_count: number
  last_seen_at: string | null
  created_at: string
  version: number
}

/** The columns of `ListedUserRow`. Alias: `u` is the user. */
export const listedUser = sql`u.id, u.name, u.username, u.email, u.role, u.avatar_id, u.suspended_at, u.erase_at,
       u.email_verified_at, u.second_factor_since, u.created_at, u.version, ${subscriptionColumns},
       (select count(*)::int from memberships m where m.user_id = u.id) as organization_count,
       (select max(s.last_seen_at) from login_sessions s where s.user_id = u.id and s.impersonator_id is null) as last_seen_at`

/** SQL conditions of the states, each of which excludes the others. */
export const hasState: Record<(typeof userStates)[number], Sql> = {
  active: sql`(u.suspended_at is null and u.erase_at is null)`,
  suspended: sql`(u.suspended_at is not null)`,
  closing: sql`(u.suspended_at is null and u.erase_at is not null)`,
}

export function listedUserFromRow(row: ListedUserRow): z.output<typeof ListedUser> {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    name: row.name,
    role: row.role,
    avatarUrl: imageUrl(row.avatar_id),
    state: row.suspended_at ? 'suspended' : row.erase_at ? 'closing' : 'active',
    suspendedAt: row.suspended_at,
    eraseAt: row.erase_at,
    emailVerified: row.email_verified_at !== null,
    secondFactor: row.second_factor_since !== null,
    organizationCount: row.organization_count,
    lastSeenAt: row.last_seen_at,
    subscription: subscriptionFromRow(row),
    createdAt: row.created_at,
    version: row.version,
  }
}

export const userRef = reference('user', 'User id, username or email address.', 254)

export const reason = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .describe('Reason, saved in the journal. At most 1,000 characters.')

/** Returns the id of a user. Erased accounts don't exist for administrators. */
export async function findUserId(db: Queries, ref: string): Promise<string> {
  const [user] = await db.run<{ id: string }>(sql`select u.id from users u where ${isNamed(ref)}`)
  return user?.id ?? reject('not_found', { kind: 'user', ref })
}

export interface LockedUser extends CallingUser {
  suspended_at: string | null
  email_verified_at: string | null
  last_organization_id: string | null
  version: number
}

/** The columns of `LockedUser`. Alias: `u` is the user. */
export const lockedUser = sql`u.id, u.name, u.username, u.email, u.role, u.suspended_at, u.email_verified_at,
       u.last_organization_id, u.version`

/** Locks the user and the caller, so that two administrators can't suspend or demote each other concurrently. */
export async function lockUser(ctx: Context & SignedIn, ref: string): Promise<LockedUser> {
  const locked = await ctx.db.run<LockedUser>(
    sql`select ${lockedUser} from users u
      where u.id = ${ctx.user.id} or ${isNamed(ref)} order by u.id for no key update`,
  )
  const caller = locked.find(({ id }) => id === ctx.user.id)
  if (!caller || caller.suspended_at) reject('suspended')
  if (caller.role !== 'admin') reject('administrators_only')
  return locked.find((target) => matchesRef(target, ref)) ?? reject('not_found', { kind: 'user', ref })
}

/** Returns the condition that the user `u` has this id, username or email address. */
export function isNamed(ref: string): Sql {
  const isOne = anyUuid.test(ref)
    ? sql`u.id = ${ref}`
    : sql`(u.username = lower(${ref}) or lower(u.email) = lower(${ref}))`
  return sql`${isOne} and u.erased_at is null`
}

function matchesRef({ id, username, email }: CallingUser, ref: string): boolean {
  return [id, username, email.toLowerCase()].includes(ref.toLowerCase())
}

/** Returns the user whose own journal an event belongs to. They read it in the organization that they used last. */
export function asPersonOf({ id, name, last_organization_id }: LockedUser): Person {
  return { id, name, organization: last_organization_id ? { id: last_organization_id } : null }
}

/** Requires a recent sign-in, for operations that weaken the protection of an account. */
export const platformAdminRecently: AccessRule<unknown, SignedIn> = {
  ...platformAdmin,
  name: 'platformAdminRecently',
  sentence: 'Administrators of this instance who signed in within the last 60 minutes.',
  recently: true,
  async check(request, input) {
    const granted = await platformAdmin.check(request, input)
    requireRecentSignIn(granted.caller)
    return granted
  },
}
