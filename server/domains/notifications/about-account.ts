import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import { deviceName } from '../../platform/device-name.ts'
import { providerName } from '../accounts/identity.ts'
import { type PendingNotification, fromRow, oneByOne } from './pending-notification.ts'

/**
 * Somebody was invited whose proved address has an account: only they are told, so nobody learns that it has one. To them
 * the organization is a strange one.
 */
export const invited = oneByOne(async (db, row) => {
  const [found] = await db.run<{ user_id: string; organization: string }>(
    `select u.id as user_id, o.name as organization
       from invitations i join organizations o on o.id = i.organization_id
       join users u on lower(u.email) = lower(i.email) and u.email_verified_at is not null
      where i.id = $1 and i.status = 'pending' and i.expires_at > now()`,
    [row.subject_id],
  )
  if (!found) return []
  const subject = { kind: 'invitation', id: row.subject_id, key: null }
  return [{ kind: 'invited', to: [found.user_id], ...fromRow(row), subject, about: found.organization }]
})

/** What was done with an account is told to its owner, whoever did it: it may have been somebody else. */
export const security = oneByOne(async (db, row) => {
  const happened = row.private_to && (await happenedIn(db, row))
  if (!happened) return []
  return [
    {
      kind: 'security',
      to: [row.private_to!],
      ...fromRow(row),
      ...{ organizationId: null, projectId: null },
      subject: { kind: row.subject_kind, id: row.subject_id, key: null },
      ...happened,
      data: { event: row.type, ...happened.data },
    },
  ]
})

type Happened = Pick<PendingNotification, 'about' | 'data' | 'mailed'>

async function happenedIn(db: Queries, row: JournalRow): Promise<Happened | undefined> {
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
      // That an operator has moved the passwords elsewhere is no news to their owners.
      if (about === 'backend') return undefined
      return { about: providerName(about ?? ''), mailed: type === 'identity.connected' }
    case 'api_key.created':
    case 'mcp_token.created':
      // A test key touches nothing that is real.
      return data?.mode === 'test' ? undefined : { about, mailed: true }
    default:
      return { about, mailed: type === 'passkey.added' || /^(second_factor|recovery_codes)\./.test(type) }
  }
}

const lookedAt = 200

/** A login is news only from a device or a network that the account was not used with before. Its first never is. */
async function newDevice(db: Queries, { private_to, subject_id }: JournalRow): Promise<Happened | undefined> {
  const logins = await db.run<{ id: string; user_agent: string; network: string }>(
    `select id, user_agent, network from login_sessions
      where user_id = $1 and id <= $2 and impersonator_id is null order by id desc limit ${lookedAt}`,
    [private_to, subject_id],
  )
  const [login, ...earlier] = logins
  if (login?.id !== subject_id || earlier.length === 0) return undefined
  const device = deviceName(login.user_agent)
  const known = earlier.some(
    ({ user_agent, network }) => deviceName(user_agent) === device && network === login.network,
  )
  return known ? undefined : { about: null, data: { device } }
}
