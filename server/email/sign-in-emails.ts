import type { AppLink } from './app-link.ts'
import { type Content, write } from './email.ts'
import { lifetime } from './lifetimes.ts'
import { type Origin, place } from './wording.ts'

/*
 * What is sent to prove that an address is somebody's. Anybody may have asked for it, with any address, so it repeats
 * nothing that they chose: no name, no text of theirs.
 */

interface Asked {
  instance: string
  asked: Origin
}

type AskedForLink = Asked & { link: AppLink }

export function signInCode({ instance, asked, code }: Asked & { code: string }): Content {
  return write({
    instance,
    subject: `Your code to sign in to ${instance}`,
    parts: [
      `Enter this code to sign in to ${instance}:`,
      { code },
      `It is valid for ${lifetime('code')} and works once. Tell it to nobody, whoever asks.`,
      askedFor(asked),
    ],
    why: 'You get this mail because a code to sign in with this address was asked for.',
  })
}

export function magicLink({ instance, asked, link }: AskedForLink): Content {
  return write({
    instance,
    subject: `Your link to sign in to ${instance}`,
    parts: [
      `Sign in to ${instance} with this link. It is valid for ${lifetime('magic_link')} and works once.`,
      { button: 'Sign in', link },
      askedFor(asked),
    ],
    why: 'You get this mail because a link to sign in with this address was asked for.',
  })
}

export function resetPassword({ instance, asked, link }: AskedForLink): Content {
  return write({
    instance,
    subject: `Choose a new password for ${instance}`,
    parts: [
      `With this link you choose a new password for ${instance}. It is valid for ${lifetime('reset_password')} and works once.`,
      { button: 'Choose a new password', link },
      'Every device that is signed in will be signed out.',
      askedFor(asked),
    ],
    why: 'You get this mail because a new password for the account with this address was asked for.',
  })
}

export function verifyEmail({ instance, asked, link }: AskedForLink): Content {
  return write({
    instance,
    subject: `Confirm your address for ${instance}`,
    parts: [
      `Confirm that this is your address. The link is valid for ${lifetime('verify_email')}.`,
      { button: 'Confirm my address', link },
      askedFor(asked),
    ],
    why: `You get this mail because an account on ${instance} was made with this address.`,
  })
}

/** To the new address: the old one holds until this link is followed. */
export function changeEmail({ instance, asked, link }: AskedForLink): Content {
  return write({
    instance,
    subject: `Confirm your new address for ${instance}`,
    parts: [
      `Confirm that this is your address, and your account on ${instance} will use it from then on. The link is valid for ${lifetime('change_email')}.`,
      { button: 'Use this address', link },
      askedFor(asked),
    ],
    why: `You get this mail because this address was entered as the new one of an account on ${instance}.`,
  })
}

/** In place of the mail that a newcomer gets, because the response is the same for every address. */
export function addressHasAccount({ instance, asked, link }: AskedForLink): Content {
  return write({
    instance,
    subject: `You already have an account on ${instance}`,
    parts: [
      'Someone tried to use this address for an account, but you already have one. Nothing has changed.',
      { button: 'Sign in', link },
      'If you forgot your password, ask for a link on that page to choose a new one.',
      `The attempt came ${place(asked)}. If it was not you, ignore this mail.`,
    ],
    why: `You get this mail because somebody tried to sign up on ${instance} with this address.`,
  })
}

function askedFor(asked: Origin): string {
  return `This was requested ${place(asked)}. If it was not you, ignore this mail: nothing happens without it.`
}
