import type { AppLink } from './app-link.ts'
import { type Content, renderEmail } from './email.ts'
import { describeLifetime } from './lifetimes.ts'
import { type Origin, describeOrigin } from './wording.ts'

/*
 * Emails that prove that a user owns an email address. Anyone can request one for any address, so they contain no text
 * that the requester chose, such as a name.
 */

interface Requested {
  instance: string
  asked: Origin
}

type RequestedLink = Requested & { link: AppLink }

export function signInCode({ instance, asked, code }: Requested & { code: string }): Content {
  return renderEmail({
    instance,
    subject: `Your sign-in code for ${instance}`,
    parts: [
      `Enter this code to sign in to ${instance}:`,
      { code },
      `It expires in ${describeLifetime('code')} and works once. Don't share it with anyone.`,
      requestedBy(asked),
    ],
    why: 'You received this email because a sign-in code was requested for this email address.',
  })
}

export function magicLink({ instance, asked, link }: RequestedLink): Content {
  return renderEmail({
    instance,
    subject: `Your sign-in link for ${instance}`,
    parts: [
      `Use this link to sign in to ${instance}. It expires in ${describeLifetime('magic_link')} and works once.`,
      { button: 'Sign in', link },
      requestedBy(asked),
    ],
    why: 'You received this email because a sign-in link was requested for this email address.',
  })
}

export function resetPassword({ instance, asked, link }: RequestedLink): Content {
  return renderEmail({
    instance,
    subject: `Choose a new password for ${instance}`,
    parts: [
      `Use this link to choose a new password for ${instance}. It expires in ${describeLifetime('reset_password')} and works once.`,
      { button: 'Choose a new password', link },
      'All your devices will be signed out.',
      requestedBy(asked),
    ],
    why: 'You received this email because a password reset was requested for this email address.',
  })
}

/** Omits the origin of the request, because it belongs to the administrator. */
export function passwordVoided({ instance, link }: Pick<RequestedLink, 'instance' | 'link'>): Content {
  return renderEmail({
    instance,
    subject: `Choose a new password for ${instance}`,
    parts: [
      `An administrator of ${instance} voided your password and signed out all your devices.`,
      `Use this link to choose a new password. It expires in ${describeLifetime('reset_password')} and works once.`,
      { button: 'Choose a new password', link },
      'If the link has expired, request another one on the sign-in page.',
    ],
    why: `You received this email because an administrator reset the password of your account on ${instance}.`,
  })
}

export function verifyEmail({ instance, asked, link }: RequestedLink): Content {
  return renderEmail({
    instance,
    subject: `Confirm your email address for ${instance}`,
    parts: [
      `Confirm that this email address is yours. The link expires in ${describeLifetime('verify_email')}.`,
      { button: 'Confirm email address', link },
      requestedBy(asked),
    ],
    why: `You received this email because an account on ${instance} was created with this email address.`,
  })
}

/** Goes to the new address. The account keeps the old one until the user follows this link. */
export function changeEmail({ instance, asked, link }: RequestedLink): Content {
  return renderEmail({
    instance,
    subject: `Confirm your new email address for ${instance}`,
    parts: [
      `Confirm this email address to use it for your account on ${instance}. The link expires in ${describeLifetime('change_email')}.`,
      { button: 'Confirm new email address', link },
      requestedBy(asked),
    ],
    why: `You received this email because it was entered as the new email address of an account on ${instance}.`,
  })
}

/** Replaces the email to a new user, because the HTTP response must be the same for known and unknown addresses. */
export function addressHasAccount({ instance, asked, link }: RequestedLink): Content {
  return renderEmail({
    instance,
    subject: `You already have an account on ${instance}`,
    parts: [
      'Someone tried to use this email address for an account, but you already have one. Nothing has changed.',
      { button: 'Sign in', link },
      'If you forgot your password, you can request a link there to choose a new one.',
      `The attempt came ${describeOrigin(asked)}. If it wasn't you, ignore this email.`,
    ],
    why: `You received this email because someone tried to sign up on ${instance} with this email address.`,
  })
}

function requestedBy(asked: Origin): string {
  return `This was requested ${describeOrigin(asked)}. If it wasn't you, ignore this email. Nothing will change.`
}
