/** The step that resolves a failure of a code host. The dashboard shows a sentence and a link or a button for each. */
export const fixes = [
  'connect_account',
  'renew_token',
  'grant_access',
  'ask_admin',
  'add_token',
  'check_url',
  'retry_later',
  'install_git',
] as const
export type Fix = (typeof fixes)[number]

/** Thrown if Baton has no usable credential for a code host. Its message is a sentence for people and agents. */
export class HostUnavailable extends Error {
  readonly fix: Fix

  constructor(message: string, fix: Fix) {
    super(message)
    this.fix = fix
  }
}
