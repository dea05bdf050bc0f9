import type { Config } from '../../../config.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import { readSetting } from '../../../operations/settings.ts'
import type { RegistrationMode } from '../../../config-choices.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AppLink, appLink } from '../../../email/app-link.ts'
import type { App, RequestFacts } from '../../../operations/context.ts'

export interface Registration {
  mode: RegistrationMode
  /** The allowed email domains of new accounts. Empty allows every domain. */
  domains: string[]
}

/** Returns the registration rules. An instance without an administrator is open to its first account. */
export async function readRegistration(config: Config, db: Queries): Promise<Registration> {
  if (await isUnclaimed(config, db)) return { mode: 'open', domains: [] }
  return {
    mode: await readSetting(config, db, 'registration.mode'),
    domains: await readSetting(config, db, 'registration.domains'),
  }
}

/** Rejects a new account that the registration settings do not allow, for every sign-in method. */
export async function requireAdmission(
  config: Config,
  db: Queries,
  newcomer: { email: string; invited: boolean },
): Promise<void> {
  if (isAdminAddress(config, newcomer.email)) return
  const { mode, domains } = await readRegistration(config, db)
  if (mode === 'closed') reject('registration_closed')
  if (mode === 'invitation' && !newcomer.invited) reject('invitation_needed')
  const domain = newcomer.email.slice(newcomer.email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.length > 0 && !domains.includes(domain)) reject('email_domain_refused')
}

/** Returns whether the instance has no account yet, so the next one becomes its administrator. */
export async function isUnclaimed(config: Config, db: Queries): Promise<boolean> {
  return !config.ADMIN_EMAIL && (await hasNoAccount(db))
}

export async function hasNoAccount(db: Queries): Promise<boolean> {
  return (await db.run(sql`select 1 from users where erased_at is null limit 1`)).length === 0
}

export function isAdminAddress(config: Config, email: string): boolean {
  return email.toLowerCase() === config.ADMIN_EMAIL?.toLowerCase()
}

/** Returns the link that creates the administrator's account, or null once an account exists. */
export async function setupLink(app: App): Promise<AppLink | null> {
  if (!(await isUnclaimed(app.config, app.database))) return null
  return appLink(app.config, '/sign-up', { fragment: { setup: await setupSecret(app, app.database) } })
}

/** Rejects the first account from another machine without the setup link, because it becomes administrator. */
export async function requireSetupLink(
  app: App,
  db: Queries,
  request: RequestFacts,
  givenSecret: string | undefined,
): Promise<void> {
  if (!(await needsSetupLink(app, db, request))) return
  const [expected, secret] = [await setupSecret(app, db), givenSecret ?? ''].map((text) => Buffer.from(text))
  if (expected!.length !== secret!.length || !timingSafeEqual(expected!, secret!)) reject('setup_link_needed')
}

export async function needsSetupLink(app: App, db: Queries, request: RequestFacts): Promise<boolean> {
  return !request.loopback && (await isUnclaimed(app.config, db))
}

/**
 * Computes the secret, which is the same on every node and after a restart. It changes with each new account, so it
 * works once.
 */
async function setupSecret({ secrets, epoch }: App, db: Queries): Promise<string> {
  const [counted] = await db.run<{ accounts: number }>(sql`select count(*)::int as accounts from users`)
  const key = secrets.macKey('setup link')
  return createHmac('sha256', key).update(`${epoch} ${counted!.accounts}`).digest('base64url')
}
