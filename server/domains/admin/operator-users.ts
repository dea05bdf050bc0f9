import { databaseTime } from '../../database/clock.ts'
import { sql } from '../../database/sql.ts'
import { appLink } from '../../email/app-link.ts'
import { linkPages } from '../../operations/auth-backend.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { createEmailToken } from '../auth/accounts/email-tokens.ts'
import { type Changing, type OperatorSite, changeAsOperator } from './operator-site.ts'
import { lockAdministrators } from '../auth/accounts/administrators.ts'
import { changeRole } from './change-role.ts'
import { requireOtherAdministrator, setSuspended } from './suspension.ts'
import { type LockedUser, isNamed, lockedUser } from './user.ts'

export async function listAdministrators({ database }: OperatorSite): Promise<string> {
  const rows = await database.run<LockedUser>(
    sql`select ${lockedUser} from users u where u.role = 'admin' order by u.username`,
  )
  if (rows.length === 0) return 'This instance has no administrator.'
  return rows.map((row) => `${row.username}  ${row.email}${row.suspended_at ? '  suspended' : ''}`).join('\n')
}

export function setAdministrator(
  site: OperatorSite,
  ref: string,
  isAdministrator: boolean,
  reason: string | undefined,
): Promise<string> {
  return changeAsOperator(site, async (ctx) => {
    const user = await lockUser(ctx, ref)
    const role = isAdministrator ? 'admin' : 'user'
    if (user.role === role)
      return isAdministrator
        ? `${user.username} is already an administrator.`
        : `${user.username} isn't an administrator.`
    await changeRole(ctx, user, role, reason)
    return isAdministrator
      ? `${user.username} is now an administrator.`
      : `${user.username} is no longer an administrator.`
  })
}

export async function suspendByOperator(
  site: OperatorSite,
  ref: string,
  isSuspended: boolean,
  reason: string | undefined,
): Promise<string> {
  const user = await changeAsOperator(site, async (ctx) => {
    const found = await lockUser(ctx, ref)
    if ((found.suspended_at !== null) === isSuspended) return found
    if (isSuspended) await requireOtherAdministrator(ctx.db, found)
    await setSuspended(ctx, found, isSuspended ? databaseTime() : null, reason)
    // Ends their open streams on every node.
    if (isSuspended) ctx.afterCommit(() => site.bus?.revoked(found.id))
    return found
  })
  return `${user.username} is ${isSuspended ? 'suspended' : 'no longer suspended'}.`
}

/** Creates the link that a user gets by email, for an instance that can't send it. The owner is notified. */
export function createResetLink(site: OperatorSite, ref: string): Promise<string> {
  const { config } = site
  if (config.AUTH_BACKEND_URL)
    throw new OperatorError(`${config.AUTH_BACKEND_URL} stores the passwords. Reset the password there.`)
  return changeAsOperator(site, async (ctx) => {
    const user = await lockUser(ctx, ref)
    const token = await createEmailToken(ctx.db, 'reset_password', user.id, user.email)
    ctx.record({
      type: 'password_link.created',
      subject: { kind: 'user', id: user.id, key: user.username },
      organizationId: null,
      privateTo: user.id,
    })
    return appLink(config, linkPages.reset_password, { fragment: { token } })
  })
}

async function lockUser({ db }: Changing, ref: string): Promise<LockedUser> {
  await lockAdministrators(db)
  const [user] = await db.run<LockedUser>(
    sql`select ${lockedUser} from users u where ${isNamed(ref)} for no key update`,
  )
  if (!user) throw new OperatorError(`There is no user "${ref}". Pass a username, an email address or an id.`)
  return user
}
