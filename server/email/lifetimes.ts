/** Lifetimes of emailed codes and links in minutes. The checks enforce them, and the emails name them. */
export const lifetimes = {
  code: 10,
  magic_link: 15,
  reset_password: 30,
  verify_email: 24 * 60,
  change_email: 60,
  invitation: 7 * 24 * 60,
} as const

export type EmailPurpose = keyof typeof lifetimes

/** Returns a lifetime in words: `15 minutes`, `1 hour`, `7 days`. */
export function describeLifetime(purpose: EmailPurpose): string {
  const minutes = lifetimes[purpose]
  if (minutes % 60 !== 0) return `${minutes} minutes`
  if (minutes > 24 * 60 && minutes % (24 * 60) === 0) return `${minutes / (24 * 60)} days`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}
