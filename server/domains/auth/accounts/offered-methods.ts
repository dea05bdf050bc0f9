import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import type { App } from '../../../operations/context.ts'
import { type OfferedMethod, settings } from '../../../operations/setting-schema.ts'
import type { SignInMethod } from './login-session.ts'
import { hasPasswordSql } from './sign-in-methods.ts'

/** Rejects a sign-in method that an administrator turned off. Devices and the external backend are no such methods. */
export function requireOffered(app: App, method: SignInMethod): void {
  if (method === 'device' || method === 'backend' || isOffered(app, method)) return
  reject('sign_in_method_off', { provider: titleOf(method) })
}

export function isOffered(app: App, method: OfferedMethod): boolean {
  return app.settings.get('sign_in.methods').includes(method)
}

/** Returns whether the instance can send sign-in emails. */
export function canEmail({ auth, config }: App): boolean {
  return auth.external !== null || config.SMTP_URL !== undefined
}

/** Rejects a list of methods with which the calling administrator could not sign in again. */
export async function requireOwnMethod(
  app: App,
  db: Queries,
  userId: string,
  offered: OfferedMethod[],
): Promise<void> {
  const [own] = await db.run<{ has_password: boolean; has_passkey: boolean; providers: string[] }>(
    sql`select ${hasPasswordSql} as has_password,
            exists (select 1 from passkeys p where p.user_id = u.id) as has_passkey,
            array(select i.provider from identities i where i.user_id = u.id) as providers
       from users u where u.id = ${userId}`,
  )
  const { has_password, has_passkey, providers } = own!
  const works = (method: OfferedMethod) => {
    if (method === 'password') return has_password
    if (method === 'passkey') return has_passkey
    if (method === 'code' || method === 'magic_link') return canEmail(app)
    return app.providers.has(method) && providers.includes(method)
  }
  if (offered.some(works)) return
  rejectField(
    'value',
    `You couldn't sign in with ${list.format(offered.map(titleOf))}. Keep a method that works for your own account.`,
  )
}

const list = new Intl.ListFormat('en', { type: 'disjunction' })

function titleOf(method: OfferedMethod): string {
  return settings['sign_in.methods'].options![method]!
}
