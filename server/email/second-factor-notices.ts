import type { AppLink } from './app-link.ts'
import { type Content, write } from './email.ts'
import type { Happened } from './notify.ts'
import { place, time } from './wording.ts'

/* Notices about the second factor of an account, to its owner. */

type InSettings = Happened & { settings: AppLink }

export type SecondFactorChange = 'enabled' | 'updated' | 'disabled' | 'reset'

export function secondFactorChanged({
  instance,
  at,
  from,
  settings,
  change,
}: InSettings & { change: SecondFactorChange }): Content {
  const { subject, sentence, next } = changes[change]
  // An administrator's network is no business of the user.
  const where = change === 'reset' ? '' : `, ${place(from)}`
  return write({
    instance,
    subject: `${subject} on ${instance}`,
    parts: [
      `${sentence} This happened on ${time(at)}${where}.`,
      next,
      { button: 'Review how I sign in', link: settings },
    ],
    why: whyOf(instance),
  })
}

const changePassword = "If it wasn't you, change your password and set up the second factor again."

const changes: Record<SecondFactorChange, { subject: string; sentence: string; next: string }> = {
  enabled: {
    subject: 'The second factor of your account was turned on',
    sentence:
      'From now on, signing in to your account needs a second factor. Every other device was signed out.',
    next: `Keep your recovery codes in a safe place. ${changePassword}`,
  },
  updated: {
    subject: 'The second factor of your account was changed',
    sentence: 'The authenticator app of your account was replaced or removed.',
    next: changePassword,
  },
  disabled: {
    subject: 'The second factor of your account was turned off',
    sentence: 'Signing in to your account no longer needs a second factor.',
    next: changePassword,
  },
  reset: {
    subject: 'The second factor of your account was reset',
    sentence:
      'An administrator removed the second factor of your account, and all your devices were signed out.',
    next: "Sign in and set up a new one. If you didn't ask for this, change your password and ask an administrator.",
  },
}

export function recoveryCodeUsed({
  instance,
  at,
  from,
  settings,
  left,
}: InSettings & { left: number }): Content {
  const many = left === 1 ? '1 recovery code is' : `${left} recovery codes are`
  return write({
    instance,
    subject: `A recovery code was used for your account on ${instance}`,
    parts: [
      `A recovery code was used to sign in on ${time(at)}, ${place(from)}. ${many} left.`,
      "Create new codes before the last one is used. If it wasn't you, change your password now.",
      { button: 'Review how I sign in', link: settings },
    ],
    why: whyOf(instance),
  })
}

export function recoveryCodesReplaced({ instance, at, from, settings }: InSettings): Content {
  return write({
    instance,
    subject: `New recovery codes were created for your account on ${instance}`,
    parts: [
      `New recovery codes were created on ${time(at)}, ${place(from)}. The old ones no longer work.`,
      "If it wasn't you, change your password and create new codes.",
      { button: 'Review how I sign in', link: settings },
    ],
    why: whyOf(instance),
  })
}

/** `reset` leads to where a link to choose a new password is asked for. */
export function secondFactorFailed({ instance, at, from, reset }: Happened & { reset: AppLink }): Content {
  return write({
    instance,
    subject: `A sign-in to your account on ${instance} failed at the second factor`,
    parts: [
      `A sign-in passed the first step and then failed five times at the second, on ${time(at)}, ${place(from)}.`,
      "If it wasn't you, someone knows your password or reads your email. Choose a new password now.",
      { button: 'Choose a new password', link: reset },
    ],
    why: whyOf(instance),
  })
}

function whyOf(instance: string): string {
  return `You get this email because it concerns your account on ${instance}.`
}
