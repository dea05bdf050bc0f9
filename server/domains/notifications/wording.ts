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
  gate_reopened: (subject, _, { data }) =>
    `The gate "${data.gate}" of ${subject} is open again, because its evidence is no longer true.`,
  question_asked: (subject, actor, { subject_key }) =>
    subject_key ? `${actor} asks you a question about ${subject}.` : `${actor} asks you a question.`,
  unblocked: (subject, actor) => `${actor} unblocked ${subject}.`,
  watched: (subject, actor, { data }) => watchedTitle(subject, actor, data),
  conflict: (_, actor, row) => conflictTitle(actor, row),
  invited: (_, actor, { about }) => `${actor} invites you to join ${about}.`,
  session_ended: (_, actor, { data, about }) =>
    `${actor} ${data.paused ? 'paused' : 'ended'} the session "${about}".`,
  issue_updated: (subject, actor, row) => issueTitle(subject, actor, row),
  marketplace: (_, actor, { about, data }) =>
    data.event === 'marketplace_item.removed'
      ? `${actor} removed "${about}" from the marketplace.`
      : `${actor} restored "${about}" in the marketplace.`,
  post_moderated: (_, actor, row) => postTitle(actor, row),
  security: (_, __, row) => securityTitle(row),
  tunnel_asked: (_, actor, { about }) => `${actor} asks for your consent to a run on "${about}".`,
  tunnel_state: (_, actor, { about }) => `${actor} revoked your machine "${about}".`,
  announcement: (_, __, { about }) => `${about}`,
}

function subjectOf({ subject_kind, subject_key, about }: TitledRow): string {
  return subject_kind === 'note' ? `the note "${about}"` : `${subject_key} "${about}"`
}

function watchedTitle(subject: string, actor: string, { watched, state }: NotificationRow['data']): string {
  if (watched === 'commented') return `${actor} commented on ${subject}.`
  if (watched === 'completed') return `${actor} completed ${subject}.`
  return `${actor} moved ${subject} to ${state?.replaceAll('_', ' ')}.`
}

function conflictTitle(actor: string, { subject_key, about, data: { field } }: TitledRow): string {
  const item = subject_key === about ? `"${about}"` : `${subject_key} "${about}"`
  if (field === undefined) return `Your change to ${item} was not applied, because it is deleted.`
  return `Your change to the ${inWords(field)} of ${item} lost to one by ${actor}.`
}

function inWords(field: string): string {
  return field === 'dueAt' ? 'due date' : field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function issueTitle(subject: string, actor: string, { data }: TitledRow): string {
  switch (data.issue) {
    case 'reported':
      return `${actor} reported the issue ${subject}.`
    case 'assigned':
      return `${actor} assigned the issue ${subject} to you.`
    case 'changed':
      return `Your issue ${subject} is now ${data.state?.replace('_', ' ')}.`
    default:
      return `${actor} replied to the issue ${subject}.`
  }
}

function postTitle(actor: string, { data, about }: TitledRow): string {
  const post = `community post "${about}"`
  switch (data.post) {
    case 'reported':
      return `${actor} reported the ${post}.`
    case 'hidden':
      return `${actor} hid your ${post}.`
    case 'shown':
      return `Your ${post} is visible again.`
    case 'deleted':
      return `${actor} deleted your ${post}.`
    default:
      return `${actor} edited your ${post}.`
  }
}

function securityTitle({ data, about, actor }: TitledRow): string {
  const administrator = actor?.name ?? 'An administrator'
  const sentences: Record<string, string> = {
    'login.started': `Someone signed in to your account on a new device: ${data.device}.`,
    'password.changed': 'The password of your account was changed.',
    'password_link.created': 'An operator created a link that resets the password of your account.',
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
    'user.promoted': `${administrator} made you an administrator of this instance.`,
    'user.demoted': `${administrator} removed your administrator role.`,
    'subscription.updated': `${administrator} set your plan to ${about}.`,
    'subscription.ended': `${administrator} ended your subscription.`,
    'password.reset': 'An administrator voided your password. Choose a new one with the link in your email.',
    'code.viewed': `${administrator} viewed the sign-in code that was sent to you.`,
    'impersonation.started': `${administrator}, an administrator, is impersonating you. Reason: ${about}`,
  }
  return sentences[data.event ?? ''] ?? 'Your account settings changed.'
}

/** Returns the dashboard path of the subject. Items use their number. */
export function linkOf({ subject_kind, subject_id, subject_key, data }: TitledRow): `/${string}` {
  if (subject_kind === 'issue')
    return `${data.forAdministrator ? '/admin' : ''}/issues/${subject_key!.replace('#', '')}`
  if (subject_kind === 'question') return subject_key ? `/items/${subject_key}` : '/agents/live'
  if (subject_kind === 'community_post') {
    if (data.forAdministrator) return '/admin/community'
    return data.post === 'deleted' ? '/community' : `/community/${subject_id}`
  }
  const link = links[subject_kind]
  return link ? link(subject_id) : `/items/${subject_key ?? subject_id}`
}

const signIn = () => '/settings/sign-in' as const

const links: Record<string, (id: string) => `/${string}`> = {
  conflict: () => '/conflicts',
  tunnel: (id) => `/machines/${id}`,
  note: (id) => `/notes/${id}`,
  session: (id) => `/sessions/${id}`,
  // Every page shows pending invitations.
  invitation: () => '/projects',
  announcement: () => '/inbox',
  marketplace_item: () => '/marketplace/published',
  login: () => '/settings/devices',
  impersonation: () => '/settings/devices',
  message: () => '/inbox',
  code: signIn,
  user: signIn,
  passkey: signIn,
  second_factor: signIn,
  identity: signIn,
  subscription: () => '/settings/billing',
  api_key: () => '/settings/api-keys',
  mcp_token: () => '/connect',
}
