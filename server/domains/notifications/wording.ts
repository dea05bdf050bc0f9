import type { Kind } from './kinds.ts'
import type { NotificationRow } from './tables.ts'

type Told = Pick<
  NotificationRow,
  'kind' | 'subject_kind' | 'subject_id' | 'subject_key' | 'about' | 'data' | 'actor'
>

/** What happened, in one sentence. */
export function titleOf(told: Told): string {
  return titles[told.kind](subjectOf(told), told.actor?.name ?? 'Somebody', told)
}

const titles: Record<Kind, (what: string, who: string, told: Told) => string> = {
  assigned: (what, who) => `${who} assigned ${what} to you.`,
  mentioned: (what, who) => `${who} mentioned you in ${what}.`,
  review_requested: (what, _, { data }) => `${what} waits for a review at the gate "${data.gate}".`,
  changes_requested: (what, who) => `${who} requested changes to ${what}.`,
  unblocked: (what, who) => `${what} can be begun: ${who} cleared the way.`,
  invited: (_, who, { about }) => `${who} invites you to join ${about}.`,
  session_ended: (_, who, { data, about }) =>
    `${who} ${data.paused ? 'paused' : 'ended'} the session "${about}".`,
  security: (_, __, told) => securityTitle(told),
  tunnel_state: (_, __, { about }) => `${about}`,
  announcement: (_, __, { about }) => `${about}`,
}

function subjectOf({ subject_kind, subject_key, about }: Told): string {
  return subject_kind === 'note' ? `the note "${about}"` : `${subject_key} "${about}"`
}

function securityTitle({ data, about }: Told): string {
  const sentences: Record<string, string> = {
    'login.started': `Somebody signed in to your account on a new device: ${data.device}.`,
    'password.changed': 'The password of your account was changed.',
    'user.verified': 'Your account has another e-mail address.',
    'passkey.added': `The passkey "${about}" can sign in to your account.`,
    'passkey.deleted': `The passkey "${about}" was removed from your account.`,
    'second_factor.enabled': 'The second factor of your account was turned on.',
    'second_factor.updated': 'The authenticator app of your account was replaced or removed.',
    'second_factor.disabled': 'The second factor of your account was turned off.',
    'second_factor.reset': 'An administrator removed the second factor of your account.',
    'second_factor.failed': 'A sign-in to your account failed at the second factor.',
    'recovery_codes.replaced': 'New recovery codes were created for your account.',
    'recovery_codes.used': 'A recovery code was used to sign in to your account.',
    'api_key.created': `The API key "${about}" was made for your account.`,
    'mcp_token.created': `The MCP token "${about}" was made for your account.`,
    'identity.connected': `An account at ${about} can sign in to your account.`,
    'identity.disconnected': `An account at ${about} was disconnected from yours.`,
  }
  return sentences[data.event ?? ''] ?? 'Something about your account changed.'
}

/** Where in the dashboard that is. What has a number is found by it. */
export function linkOf({ subject_kind, subject_id, subject_key }: Told): `/${string}` {
  const link = links[subject_kind]
  return link ? link(subject_id) : `/items/${subject_key ?? subject_id}`
}

const signIn = () => '/settings/sign-in' as const

const links: Record<string, (id: string) => `/${string}`> = {
  note: (id) => `/notes/${id}`,
  session: (id) => `/sessions/${id}`,
  // Whatever page one is on, it asks what to answer.
  invitation: () => '/projects',
  login: () => '/settings/devices',
  ...{ user: signIn, passkey: signIn, second_factor: signIn, identity: signIn },
  api_key: () => '/settings/api-keys',
  mcp_token: () => '/connect',
}
