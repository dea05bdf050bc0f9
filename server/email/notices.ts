import type { AppLink } from './app-link.ts'
import { type Content, write } from './email.ts'
import { type Origin, place, time } from './wording.ts'

/* What the owner of an account is told after it happened, so that they notice what they did not do themselves. */

interface Done {
  instance: string
  at: string
  from: Origin
}

/** Where the owner sees it and can undo it. */
type DoneInSettings = Done & { settings: AppLink }

/** `reset` leads to where a link to choose a new password is asked for. */
export function passwordChanged({
  instance,
  at,
  from,
  reset,
  credentialsRevoked,
}: Done & { reset: AppLink; credentialsRevoked: boolean }): Content {
  return write({
    instance,
    subject: `Your password for ${instance} was changed`,
    parts: [
      `The password of your account was changed on ${time(at)}, ${place(from)}.`,
      credentialsRevoked
        ? 'All API keys and MCP tokens of your account were revoked. Create new ones for your programs and agents.'
        : 'The API keys and MCP tokens of your account still work.',
      'If it was not you, somebody else may be in your account. Choose a new password at once.',
      { button: 'Choose a new password', link: reset },
    ],
    why: ownAccount(instance),
  })
}

/** To the old address, the last that it gets. */
export function emailChanged({ instance, at, from, newEmail }: Done & { newEmail: string }): Content {
  return write({
    instance,
    subject: `Your address for ${instance} was changed`,
    parts: [
      `Your account uses the address ${newEmail} from now on. It was changed on ${time(at)}, ${place(from)}.`,
      `If it was not you, write to whoever runs ${instance}: this address no longer opens the account.`,
    ],
    why: `You get this mail because this was the address of your account on ${instance}.`,
  })
}

/** After the first mail that was answered: the account may have been made by somebody else with this address. */
export function addressProved({ instance, at, from, settings }: DoneInSettings): Content {
  return write({
    instance,
    subject: `Your address for ${instance} is confirmed`,
    parts: [
      `You have shown that this address is yours, on ${time(at)}, ${place(from)}.`,
      'Nobody had before, so the account may have been set up by somebody else: its password, passkeys, second factor and keys were ' +
        'removed, and other devices were signed out. If it was you, choose a password again.',
      { button: 'Choose how I sign in', link: settings },
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
}: DoneInSettings & { name: string }): Content {
  return write({
    instance,
    subject: `A passkey was added to your account on ${instance}`,
    parts: [
      `The passkey "${name}" can sign in to your account. It was added on ${time(at)}, ${place(from)}.`,
      'If it was not you, remove it and change your password.',
      { button: 'See my passkeys', link: settings },
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
}: DoneInSettings & { provider: string; account: string | null }): Content {
  return write({
    instance,
    subject: `${provider} was connected to your account on ${instance}`,
    parts: [
      `The ${provider} account${account ? ` ${account}` : ''} can sign in to your account. It was connected on ${time(at)}, ${place(from)}.`,
      'If it was not you, disconnect it and change your password.',
      { button: 'See my connected accounts', link: settings },
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
}: DoneInSettings & { name: string; kind: 'api_key' | 'mcp_token' }): Content {
  const noun = kind === 'api_key' ? 'API key' : 'MCP token'
  return write({
    instance,
    subject: `An ${noun} was created for your account on ${instance}`,
    parts: [
      `The ${noun} "${name}" can act for you. It was created on ${time(at)}, ${place(from)}.`,
      'If it was not you, revoke it and change your password.',
      { button: `See my ${noun}s`, link: settings },
    ],
    why: ownAccount(instance),
  })
}

export function accountDeletion({
  instance,
  from,
  eraseAt,
  settings,
}: Omit<DoneInSettings, 'at'> & { eraseAt: string }): Content {
  return write({
    instance,
    subject: `Your account on ${instance} will be erased`,
    parts: [
      `Your account and what is yours alone will be erased on ${time(eraseAt)}. This was requested ${place(from)}.`,
      'To keep it, sign in before then and say so in your settings. If it was not you, change your password too.',
      { button: 'Keep my account', link: settings },
    ],
    why: ownAccount(instance),
  })
}

export function accountErased({ instance }: Pick<Done, 'instance'>): Content {
  return write({
    instance,
    subject: `Your account on ${instance} was erased`,
    parts: [
      'Your account was erased, as it was asked for. It cannot be brought back, and this is the last mail about it.',
    ],
    why: `You get this mail because this was the address of your account on ${instance}.`,
  })
}

/** Not from where: that is somebody else's. */
export function removedFromOrganization({
  instance,
  at,
  organization,
}: Omit<Done, 'from'> & { organization: string }): Content {
  return write({
    instance,
    subject: `You are no longer in ${organization} on ${instance}`,
    parts: [
      `You were taken out of the organization "${organization}" on ${time(at)}.`,
      'Your API keys and MCP tokens for it have ended. What you made there stays with the organization, and your account ' +
        'is as it was. If you think that this is a mistake, ask one of its owners.',
    ],
    why: ownAccount(instance),
  })
}

function ownAccount(instance: string): string {
  return `You get this mail because it concerns your account on ${instance}.`
}
