import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { deviceName } from '../../platform/device-name.ts'
import { providerName } from '../auth/accounts/identity.ts'
import { type PendingNotification, fromRow, buildEach } from './pending-notification.ts'

/**
 * Notifies an invited user whose verified email address has an account. Only the invited user sees it, so the inviter
 * does not learn that the account exists. The user need not be a member of the organization.
 */
export const invited = buildEach(async (db, row) => {
  const [found] = await db.run<{ user_id: string; organization: string }>(
    sql`select u.id as user_id, o.name as organization
       from invitations i join organizations o on o.id = i.organization_id
       join users u on lower(u.email) = lower(i.email) and u.email_verified_at is not null
      where i.id = ${row.subject_id} and i.status = 'pending' and i.expires_at > now()`,
  )
  if (!found) return []
  const subject = { kind: 'invitation', id: row.subject_id, key: null }
  return [{ kind: 'invited', to: [found.user_id], ...fromRow(row), subject, about: found.organization }]
})

/** Notifies a user of a message from an administrator. */
export const messaged = buildEach(async (_db, row) => {
  const { title, body, emailed } = row.data as { title: string; body: string; emailed: boolean }
  const subject = { kind: 'message', id: row.subject_id, key: null }
  const to = row.private_to ? [row.private_to] : []
  const account = { ...fromRow(row), organizationId: null, projectId: null }
  return [
    { kind: 'announcement', to, ...account, subject, about: title, body: body || null, mailed: emailed },
  ]
})

/** Notifies the owner of an account about security events, because an attacker may have caused them. */
export const security = buildEach(async (db, row) => {
  const described = row.private_to && (await describeEvent(db, row))
  if (!described) return []
  return [
    {
      kind: 'security',
      to: [row.private_to!],
      ...fromRow(row),
      organizationId: null,
      projectId: null,
      subject: { kind: row.subject_kind, id: row.subject_id, key: null },
      ...described,
      data: { event: row.type, ...described.data },
    },
  ]
})

type SecurityEvent = Pick<PendingNotification, 'about' | 'data' | 'mailed'>

async function describeEvent(db: Queries, row: JournalRow): Promise<SecurityEvent | undefined> {
  const { type, data } = row
  const about = row.subject_key
  switch (type) {
    case 'login.started':
      return newDevice(db, row)
    case 'password.changed':
      return { about: null, mailed: true }
    case 'user.verified':
      return data?.moved === true ? { about: null, mailed: true } : undefined
    case 'identity.connected':
    case 'identity.disconnected':
      // An operator moved the passwords to another backend, which does not concern the users.
      if (about === 'backend') return undefined
      return { about: providerName(about ?? ''), mailed: type === 'identity.connected' }
    case 'api_key.created':
    case 'mcp_token.created':
      // A test key cannot touch live data.
      return data?.mode === 'test' ? undefined : { about, mailed: true }
    case 'password.reset':
      return { about: null, mailed: true }
    case 'subscription.updated':
      return { about: [data?.plan, data?.until].filter(Boolean).join(' until ') }
    case 'code.viewed':
      return data?.found === true ? { about: null } : undefined
    case 'impersonation.started':
      return { about: String(data?.reason) }
    default:
      return { about, mailed: type === 'passkey.added' || /^(second_factor|recovery_codes)\./.test(type) }
  }
}

const maxLoginsChecked = 200

/** Returns the device if the account was not used with this device and network before. Skips the first login. */
async function newDevice(
  db: Queries,
  { private_to, subject_id }: JournalRow,
): Promise<SecurityEvent | undefined> {
  const logins = await db.run<{ id: string; user_agent: string; network: string }>(
    sql`select id, user_agent, network from login_sessions
      where user_id = ${private_to} and id <= ${subject_id} and impersonator_id is null order by id desc limit ${sql.raw(maxLoginsChecked)}`,
  )
  const [login, ...earlier] = logins
  if (login?.id !== subject_id || earlier.length === 0) return undefined
  const device = deviceName(login.user_agent)
  const isKnown = earlier.some(
    ({ user_agent, network }) => deviceName(user_agent) === device && network === login.network,
  )
  return isKnown ? undefined : { about: null, data: { device } }
}
