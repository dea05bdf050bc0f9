import type { AppLink } from './app-link.ts'
import { type Content, renderEmail } from './email.ts'
import type { AccountChange } from './queue-email.ts'
import { describeOrigin, formatTime } from './wording.ts'

/* Notices about the second factor of an account, to its owner. */

type ChangeInSettings = AccountChange & { settings: AppLink }

export type SecondFactorChange = 'enabled' | 'updated' | 'disabled' | 'reset'

export function secondFactorChanged({
  instance,
  at,
  from,
  settings,
  change,
}: ChangeInSettings & { change: SecondFactorChange }): Content {
  const { subject, sentence, next } = changes[change]
  // Omits the origin of a reset, because it belongs to the administrator.
  const origin = change === 'reset' ? '' : `, ${describeOrigin(from)}`
  return renderEmail({
    instance,
    subject: `${subject} on ${instance}`,
    parts: [
      `${sentence} This happened on ${formatTime(at)}${origin}.`,
      next,
      { button: 'Review how I sign in', link: settings },
    ],
    why: ownAccount(instance),
  })
}

const changePassword = "If it wasn't you, change your password and set up the second factor again."

const changes: Record<SecondFactorChange, { subject: string; sentence: string; next: string }> = {
  enabled: {
    subject: 'The second factor of your account was turned on',
    sentence:
      'Signing in to your account now requires a second factor. All your other devices were signed out.',
    next: `Keep your recovery codes in a safe place. ${changePassword}`,
  },
  updated: {
    subject: 'The second factor of your account was changed',
    sentence: 'The authenticator app of your account was replaced or removed.',
    next: changePassword,
  },
  disabled: {
    subject: 'The second factor of your account was turned off',
    sentence: 'Signing in to your account no longer requires a second factor.',
    next: changePassword,
  },
  reset: {
    subject: 'The second factor of your account was reset',
    sentence: 'An administrator removed the second factor of your account. All your devices were signed out.',
    next: "Sign in and set up a new one. If you didn't request this, change your password and contact an administrator.",
  },
}

export function recoveryCodeUsed({
  instance,
  at,
  from,
  settings,
  left,
}: ChangeInSettings & { left: number }): Content {
  const remaining = left === 1 ? '1 recovery code is' : `${left} recovery codes are`
  return renderEmail({
    instance,
    subject: `A recovery code was used for your account on ${instance}`,
    parts: [
      `A recovery code was used to sign in on ${formatTime(at)}, ${describeOrigin(from)}. ${remaining} left.`,
      "Create new codes before you run out. If it wasn't you, change your password now.",
      { button: 'Review how I sign in', link: settings },
    ],
    why: ownAccount(instance),
  })
}

export function recoveryCodesReplaced({ instance, at, from, settings }: ChangeInSettings): Content {
  return renderEmail({
    instance,
    subject: `New recovery codes were created for your account on ${instance}`,
    parts: [
      `New recovery codes were created on ${formatTime(at)}, ${describeOrigin(from)}. The old ones no longer work.`,
      "If it wasn't you, change your password and create new codes.",
      { button: 'Review how I sign in', link: settings },
    ],
    why: ownAccount(instance),
  })
}

/** `reset` opens the page that sends a password reset link. */
export function secondFactorFailed({
  instance,
  at,
  from,
  reset,
}: AccountChange & { reset: AppLink }): Content {
  return renderEmail({
    instance,
    subject: `A sign-in to your account on ${instance} failed at the second factor`,
    parts: [
      `A sign-in passed the first step and then failed five times at the second step, on ${formatTime(at)}, ${describeOrigin(from)}.`,
      "If it wasn't you, someone knows your password or can read your email. Choose a new password now.",
      { button: 'Choose a new password', link: reset },
    ],
    why: ownAccount(instance),
  })
}

function ownAccount(instance: string): string {
  return `You received this email because it concerns your account on ${instance}.`
}
