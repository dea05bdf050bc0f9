import type { AppLink } from './app-link.ts'
import { type Content, renderEmail } from './email.ts'
import { type Origin, describeOrigin, formatTime } from './wording.ts'

/* Notices about changes to an account, sent to its owner, who can then spot a change that someone else made. */

interface AccountChange {
  instance: string
  at: string
  from: Origin
}

/** A change that the owner can review and undo under `settings`. */
type ChangeInSettings = AccountChange & { settings: AppLink }

/** `reset` opens the page that sends a password reset link. */
export function passwordChanged({
  instance,
  at,
  from,
  reset,
  credentialsRevoked,
}: AccountChange & { reset: AppLink; credentialsRevoked: boolean }): Content {
  return renderEmail({
    instance,
    subject: `Your password for ${instance} was changed`,
    parts: [
      `The password of your account was changed on ${formatTime(at)}, ${describeOrigin(from)}.`,
      credentialsRevoked
        ? 'All API keys and MCP tokens of your account were revoked. Create new ones for your programs and agents.'
        : 'The API keys and MCP tokens of your account still work.',
      "If it wasn't you, someone else may have access to your account. Choose a new password now.",
      { button: 'Choose a new password', link: reset },
    ],
    why: ownAccount(instance),
  })
}

/** Goes to the old address, as the last email that it receives. */
export function emailChanged({
  instance,
  at,
  from,
  newEmail,
}: AccountChange & { newEmail: string }): Content {
  return renderEmail({
    instance,
    subject: `Your email address for ${instance} was changed`,
    parts: [
      `Your account now uses the email address ${newEmail}. It was changed on ${formatTime(at)}, ${describeOrigin(from)}.`,
      `If it wasn't you, contact the administrator of ${instance}. You can no longer sign in with this address.`,
    ],
    why: previousAddress(instance),
  })
}

/** Goes out when an address is first verified: someone else may have created the account with this address. */
export function addressProved({ instance, at, from, settings }: ChangeInSettings): Content {
  return renderEmail({
    instance,
    subject: `Your email address for ${instance} is confirmed`,
    parts: [
      `You confirmed this email address on ${formatTime(at)}, ${describeOrigin(from)}.`,
      'It was unconfirmed until now, so someone else may have created the account. We removed its password, passkeys, ' +
        'second factor and keys, and signed out its other devices. If you created it, set a new password.',
      { button: 'Review how I sign in', link: settings },
    ],
    why: ownAccount(instance),
  })
}

export function passkeyAdded({
  instance,
  at,
  from,
  settings,
  name,
}: ChangeInSettings & { name: string }): Content {
  return renderEmail({
    instance,
    subject: `A passkey was added to your account on ${instance}`,
    parts: [
      `The passkey "${name}" can sign in to your account. It was added on ${formatTime(at)}, ${describeOrigin(from)}.`,
      "If it wasn't you, remove it and change your password.",
      { button: 'Review my passkeys', link: settings },
    ],
    why: ownAccount(instance),
  })
}

export function accountConnected({
  instance,
  at,
  from,
  settings,
  provider,
  account,
}: ChangeInSettings & { provider: string; account: string | null }): Content {
  return renderEmail({
    instance,
    subject: `${provider} was connected to your account on ${instance}`,
    parts: [
      `The ${provider} account${account ? ` ${account}` : ''} can sign in to your account. It was connected on ${formatTime(at)}, ${describeOrigin(from)}.`,
      "If it wasn't you, disconnect it and change your password.",
      { button: 'Review my connected accounts', link: settings },
    ],
    why: ownAccount(instance),
  })
}

export function newCredential({
  instance,
  at,
  from,
  settings,
  name,
  kind,
}: ChangeInSettings & { name: string; kind: 'api_key' | 'mcp_token' }): Content {
  const noun = kind === 'api_key' ? 'API key' : 'MCP token'
  return renderEmail({
    instance,
    subject: `An ${noun} was created for your account on ${instance}`,
    parts: [
      `The ${noun} "${name}" can act for you. It was created on ${formatTime(at)}, ${describeOrigin(from)}.`,
      "If it wasn't you, revoke it and change your password.",
      { button: `Review my ${noun}s`, link: settings },
    ],
    why: ownAccount(instance),
  })
}

export function accountDeletion({
  instance,
  from,
  eraseAt,
  settings,
}: Omit<ChangeInSettings, 'at'> & { eraseAt: string }): Content {
  return renderEmail({
    instance,
    subject: `Your account on ${instance} will be erased`,
    parts: [
      `Your account and your personal data will be erased on ${formatTime(eraseAt)}. This was requested ${describeOrigin(from)}.`,
      "To keep your account, sign in before then and cancel the deletion. If it wasn't you, also change your password.",
      { button: 'Keep my account', link: settings },
    ],
    why: ownAccount(instance),
  })
}

export function accountErased({ instance }: Pick<AccountChange, 'instance'>): Content {
  return renderEmail({
    instance,
    subject: `Your account on ${instance} was erased`,
    parts: [
      "Your account was erased, as requested. It can't be restored, and this is the last email about it.",
    ],
    why: previousAddress(instance),
  })
}

/** Omits the origin of the request, because it belongs to the member who made the change. */
export function removedFromOrganization({
  instance,
  at,
  organization,
}: Omit<AccountChange, 'from'> & { organization: string }): Content {
  return renderEmail({
    instance,
    subject: `You were removed from ${organization} on ${instance}`,
    parts: [
      `You were removed from the organization "${organization}" on ${formatTime(at)}.`,
      'Your API keys and MCP tokens for it no longer work. Your work stays with the organization. Your account is unchanged.',
      'If this looks like a mistake, ask one of its owners.',
    ],
    why: ownAccount(instance),
  })
}

/** Quotes the message, so that the user can tell the administrator's words from ours. */
export function messageFromAdministrator({
  instance,
  from,
  title,
  body,
  inbox,
}: {
  instance: string
  from: string
  title: string
  body: string
  inbox: AppLink
}): Content {
  return renderEmail({
    instance,
    subject: title,
    parts: [
      `${from}, an administrator of ${instance}, sent you a message:`,
      { item: title, quote: body || null, link: inbox },
    ],
    why: ownAccount(instance),
  })
}

function ownAccount(instance: string): string {
  return `You received this email because it concerns your account on ${instance}.`
}

function previousAddress(instance: string): string {
  return `You received this email because this was the email address of your account on ${instance}.`
}
