import { z } from 'zod'
import {
  type ListOrder,
  orderByNewest,
  orderByOldest,
  orderByText,
  pageInput,
  pageOf,
  readPage,
} from '../../database/pages.ts'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { platformAdmin } from '../../operations/access.ts'
import type { Role } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { expectVersion } from '../../operations/rows.ts'
import { anyUuid } from '../../platform/ids.ts'
import { lockAdministrators } from '../auth/accounts/administrators.ts'
import { changeRole } from './change-role.ts'
import { hasPasswordSql } from '../auth/accounts/sign-in-methods.ts'
import {
  AdministeredUser,
  ListedUser,
  type ListedUserRow,
  findUserId,
  hasState,
  listedUser,
  listedUserFromRow,
  lockUser,
  platformAdminRecently,
  reason,
  userRef,
  userStates,
} from './user.ts'

const orders = {
  '-createdAt': orderByNewest('u.id'),
  createdAt: orderByOldest('u.id'),
  name: orderByText('lower(u.name)', 'u.id'),
  email: orderByText('lower(u.email)', 'u.id', 'email'),
} satisfies Record<string, ListOrder>

export const listUsers = operation({
  id: 'admin.listUsers',
  summary: 'List the users of this instance, with the number of users in each state.',
  http: 'GET /api/admin/users',
  shows: ['user', 'member', 'second_factor', 'subscription'],
  access: platformAdmin,
  input: z.object({
    search: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Only users whose name, username or email address contains this text.'),
    role: z.enum(['user', 'admin']).optional().describe('Only users with this role on the instance.'),
    state: z.enum(userStates).optional().describe('Only users in this state.'),
    organization: reference('organization', 'Only members of this organization: its slug or id.').optional(),
    sort: z
      .enum(Object.keys(orders) as [keyof typeof orders])
      .default('-createdAt')
      .describe('Sort order. Default: newest first.'),
    ...pageInput,
  }),
  output: pageOf(ListedUser).extend({
    counts: z
      .object({
        all: z.int(),
        active: z.int(),
        suspended: z.int(),
        closing: z.int(),
        administrators: z.int(),
      })
      .describe('Number of users that match `search` and `organization`, whatever their state and role.'),
  }),
}).run(async ({ db }, input) => {
  const matching = matches(input)
  const page = await readPage(
    db,
    input,
    orders[input.sort],
    ({ after, orderAndLimit }) =>
      sql`select ${listedUser}, ${sql.raw(orders[input.sort].column)} as sort_value from users u
        where ${matching} and ${input.role ? sql`u.role = ${input.role}` : sql`true`}
          and ${input.state ? hasState[input.state] : sql`true`} and ${after} ${orderAndLimit}`.unprepared,
    (row: ListedUserRow & { sort_value: string }) => listedUserFromRow(row),
  )
  return { ...page, counts: await countUsers(db, matching) }
})

function matches({
  search,
  organization,
}: {
  search?: string | undefined
  organization?: string | undefined
}) {
  const conditions = [sql`u.erased_at is null`]
  if (search)
    conditions.push(
      sql`position(lower(${search}) in lower(u.name || ' ' || u.username || ' ' || u.email)) > 0`,
    )
  if (organization)
    conditions.push(
      sql`exists (select 1 from memberships m join organizations o on o.id = m.organization_id where m.user_id = u.id
        and ${anyUuid.test(organization) ? sql`o.id = ${organization}` : sql`o.slug = ${organization}`})`,
    )
  return sql.join(conditions, ' and ')
}

interface Counts {
  all: number
  active: number
  suspended: number
  closing: number
  administrators: number
}

async function countUsers(db: Queries, condition: Sql): Promise<Counts> {
  const [counts] = await db.run<Counts>(
    sql`select count(*)::int as all, count(*) filter (where ${hasState.active})::int as active,
          count(*) filter (where ${hasState.suspended})::int as suspended,
          count(*) filter (where ${hasState.closing})::int as closing,
          count(*) filter (where u.role = 'admin')::int as administrators
     from users u where ${condition}`.unprepared,
  )
  return counts!
}

export const getUser = operation({
  id: 'admin.getUser',
  summary: 'Get a user with their organizations and sign-in methods.',
  http: 'GET /api/admin/users/:user',
  shows: [
    'user',
    'member',
    'organization',
    'second_factor',
    'password',
    'passkey',
    'identity',
    'login',
    'subscription',
  ],
  access: platformAdmin,
  input: z.object({ user: userRef }),
  output: AdministeredUser,
}).run(async ({ db }, input) => readUser(db, await findUserId(db, input.user)))

interface UserRow extends ListedUserRow {
  organizations: { id: string; slug: string; name: string; role: Role }[]
  has_password: boolean
  passkeys: number
  providers: string[]
  credential_count: number
}

/** Returns a user as administrators see them. */
export async function readUser(db: Queries, id: string): Promise<z.output<typeof AdministeredUser>> {
  const [row] = await db.run<UserRow>(
    sql`select ${listedUser}, ${hasPasswordSql} as has_password,
          (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
          array(select i.provider from identities i where i.user_id = u.id order by i.provider) as providers,
          (select count(*)::int from credentials c where c.user_id = u.id and c.revoked_at is null
             and (c.expires_at is null or c.expires_at > now())) as credential_count,
          (select coalesce(jsonb_agg(to_jsonb(member)), '[]') from (
             select o.id, o.slug, o.name, m.role from memberships m join organizations o on o.id = m.organization_id
              where m.user_id = u.id order by lower(o.name), o.id limit 200) member) as organizations
     from users u where u.id = ${id}`,
  )
  const { organizations, has_password, passkeys, providers, credential_count } = row!
  return {
    ...listedUserFromRow(row!),
    organizations,
    signInMethods: { password: has_password, passkeys, providers },
    credentialCount: credential_count,
  }
}

export const updateUserRole = operation({
  id: 'admin.updateUserRole',
  summary: 'Make a user an administrator of this instance, or remove that role.',
  http: 'PATCH /api/admin/users/:user/role',
  access: platformAdminRecently,
  input: z.object({
    user: userRef,
    role: z.enum(['user', 'admin']).describe('Role on this instance. Organization roles stay the same.'),
    reason: reason.optional(),
  }),
  output: AdministeredUser,
}).run(async (ctx, input) => {
  await lockAdministrators(ctx.db)
  const target = await lockUser(ctx, input.user)
  expectVersion(ctx, target.version)
  if (target.role === input.role) return readUser(ctx.db, target.id)
  await changeRole(ctx, target, input.role, input.reason)
  return readUser(ctx.db, target.id)
})
