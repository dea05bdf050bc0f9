/** For how many minutes what a mail holds works: kept by those who check it, and told by the mail itself. */
export const lifetimes = {
  code: 10,
  magic_link: 15,
  reset_password: 30,
  verify_email: 24 * 60,
  change_email: 60,
  invitation: 7 * 24 * 60,
} as const

export type EmailPurpose = keyof typeof lifetimes

/** `15 minutes`, `1 hour`, `7 days`. */
export function lifetime(what: EmailPurpose): string {
  const minutes = lifetimes[what]
  if (minutes % 60 !== 0) return `${minutes} minutes`
  if (minutes > 24 * 60 && minutes % (24 * 60) === 0) return `${minutes / (24 * 60)} days`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}
