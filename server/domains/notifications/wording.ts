import type { Kind } from './kinds.ts'
import type { NotificationRow } from './notification.ts'

type TitledRow = Pick<
  NotificationRow,
  'kind' | 'subject_kind' | 'subject_id' | 'subject_key' | 'about' | 'data' | 'actor'
>

/** Describes the event in one sentence. */
export function titleOf(row: TitledRow): string {
  return titles[row.kind](subjectOf(row), row.actor?.name ?? 'Someone', row)
}

const titles: Record<Kind, (subject: string, actor: string, row: TitledRow) => string> = {
  assigned: (subject, actor) => `${actor} assigned ${subject} to you.`,
  mentioned: (subject, actor) => `${actor} mentioned you in ${subject}.`,
  review_requested: (subject, _, { data }) => `${subject} needs a review at the gate "${data.gate}".`,
  changes_requested: (subject, actor) => `${actor} requested changes to ${subject}.`,
  unblocked: (subject, actor) => `${actor} unblocked ${subject}.`,
  invited: (_, actor, { about }) => `${actor} invites you to join ${about}.`,
  session_ended: (_, actor, { data, about }) =>
    `${actor} ${data.paused ? 'paused' : 'ended'} the session "${about}".`,
  security: (_, __, row) => securityTitle(row),
  tunnel_state: (_, __, { about }) => `${about}`,
  announcement: (_, __, { about }) => `${about}`,
}

function subjectOf({ subject_kind, subject_key, about }: TitledRow): string {
  return subject_kind === 'note' ? `the note "${about}"` : `${subject_key} "${about}"`
}

function securityTitle({ data, about }: TitledRow): string {
  const sentences: Record<string, string> = {
    'login.started': `Someone signed in to your account on a new device: ${data.device}.`,
    'password.changed': 'The password of your account was changed.',
    'user.verified': 'The email address of your account was changed.',
    'passkey.added': `The passkey "${about}" can sign in to your account.`,
    'passkey.deleted': `The passkey "${about}" was removed from your account.`,
    'second_factor.enabled': 'The second factor of your account was turned on.',
    'second_factor.updated': 'The authenticator app of your account was replaced or removed.',
    'second_factor.disabled': 'The second factor of your account was turned off.',
    'second_factor.reset': 'An administrator removed the second factor of your account.',
    'second_factor.failed': 'A sign-in to your account failed at the second factor.',
    'recovery_codes.replaced': 'New recovery codes were created for your account.',
    'recovery_codes.used': 'A recovery code was used to sign in to your account.',
    'api_key.created': `The API key "${about}" was created for your account.`,
    'mcp_token.created': `The MCP token "${about}" was created for your account.`,
    'identity.connected': `An account at ${about} can sign in to your account.`,
    'identity.disconnected': `An account at ${about} was disconnected from yours.`,
  }
  return sentences[data.event ?? ''] ?? 'Your account settings changed.'
}

/** Returns the dashboard path of the subject. Items use their number. */
export function linkOf({ subject_kind, subject_id, subject_key }: TitledRow): `/${string}` {
  const link = links[subject_kind]
  return link ? link(subject_id) : `/items/${subject_key ?? subject_id}`
}

const signIn = () => '/settings/sign-in' as const

const links: Record<string, (id: string) => `/${string}`> = {
  note: (id) => `/notes/${id}`,
  session: (id) => `/sessions/${id}`,
  // Every page shows pending invitations.
  invitation: () => '/projects',
  login: () => '/settings/devices',
  user: signIn,
  passkey: signIn,
  second_factor: signIn,
  identity: signIn,
  api_key: () => '/settings/api-keys',
  mcp_token: () => '/connect',
}
