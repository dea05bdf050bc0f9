import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AppLink, appLink } from '../../../email/app-link.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { App, RequestFacts } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { isUnclaimed } from './registration.ts'

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
