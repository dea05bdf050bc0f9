import type { NotificationRow } from './tables.ts'

type Told = Pick<
  NotificationRow,
  'kind' | 'subject_kind' | 'subject_id' | 'subject_key' | 'about' | 'data' | 'actor'
>

/** What happened, in one sentence. */
export function titleOf(told: Told): string {
  const who = told.actor?.name ?? 'Somebody'
  const what = subjectOf(told)
  switch (told.kind) {
    case 'assigned':
      return `${who} assigned ${what} to you.`
    case 'mentioned':
      return `${who} mentioned you in ${what}.`
    case 'review_requested':
      return `${what} waits for a review at the gate "${told.data.gate ?? 'review'}".`
    case 'changes_requested':
      return `${who} requested changes to ${what}.`
    case 'unblocked':
      return `${what} can be begun: ${who} cleared the way.`
    case 'invited':
      return `${who} invites you to join ${told.about ?? 'an organization'}.`
    case 'session_ended':
      return `${who} ${told.data.paused ? 'paused' : 'ended'} the session "${told.about}".`
    case 'security':
      return securityTitle(told)
    case 'tunnel_state':
    case 'announcement':
      return `${told.about ?? ''}`
  }
}

function subjectOf({ subject_kind, subject_key, about }: Told): string {
  return subject_kind === 'note' ? `the note "${about}"` : `${subject_key} "${about}"`
}

function securityTitle({ data, about }: Told): string {
  const named = about === null ? '' : ` "${about}"`
  const titles: Record<string, string> = {
    'login.started': `Somebody signed in to your account on a new device: ${data.device ?? 'unknown'}.`,
    'password.changed': 'The password of your account was changed.',
    'user.verified': 'Your account has another e-mail address.',
    'passkey.added': `The passkey${named} can sign in to your account.`,
    'passkey.deleted': `The passkey${named} was removed from your account.`,
    'api_key.created': `The API key${named} was made for your account.`,
    'mcp_token.created': `The MCP token${named} was made for your account.`,
    'identity.connected': `An account at ${about ?? 'another provider'} can sign in to your account.`,
    'identity.disconnected': `An account at ${about ?? 'another provider'} was disconnected from yours.`,
  }
  return titles[data.event ?? ''] ?? 'Something about your account changed.'
}

/** Where in the dashboard it is about that. */
export function linkOf({ subject_kind, subject_id, subject_key }: Told): `/${string}` {
  switch (subject_kind) {
    case 'note':
      return `/notes/${subject_id}`
    case 'session':
      return `/sessions/${subject_id}`
    case 'invitation':
      // The banner on every page asks what to answer.
      return '/projects'
    case 'login':
      return '/settings/devices'
    case 'api_key':
    case 'mcp_token':
      return '/settings/api-keys'
    case 'user':
    case 'passkey':
    case 'identity':
      return '/settings/sign-in'
    default:
      return `/items/${subject_key ?? subject_id}`
  }
}
