import { sql } from '../../../../database/sql.ts'
import { appLink } from '../../../../email/app-link.ts'
import type { App } from '../../../../operations/context.ts'
import { hashSecret, createEmailToken } from '../email-tokens.ts'
import { type LinkPurpose, linkPages } from '../../../../operations/auth-backend.ts'
import type { User } from './gotrue-api.ts'

/*
 * A link in an email of the external backend contains two secrets: `<our secret>/<backend secret>`. The backend derives
 * its secret from the address and six digits. It works for every kind of link and can be redeemed twice concurrently.
 * Our secret can't be guessed, is bound to one purpose and one address, and works once.
 */
export function createGotrueLinks(
  { config, database }: Pick<App, 'config' | 'database'>,
  verify: (type: string, tokenHash: string) => Promise<User | undefined>,
) {
  return {
    /** Returns the query that sets the page the email links to. The backend's template adds its own secret. */
    async createRedirectQuery(purpose: LinkPurpose, email: string) {
      const token = await createEmailToken(database, purpose, null, email)
      const page = appLink(config, linkPages[purpose], { fragment: { token } })
      return `?redirect_to=${encodeURIComponent(page)}` as const
    },

    /**
     * Returns the user of a link, which must have been sent to `to` if given. Consumes our secret last: it works once.
     */
    async redeem(purpose: LinkPurpose, token: string, to: string | null = null): Promise<User | undefined> {
      const [ownSecret = '', backendSecret = ''] = token.split('/')
      const hash = hashSecret(ownSecret)
      const [sent] = await database.run<{ email: string }>(
        sql`select lower(email) as email from mail_tokens
          where hash = ${hash} and purpose = ${purpose} and user_id is null and expires_at > now()
            and (${to}::text is null or lower(email) = lower(${to}::text))`,
      )
      if (!sent) return undefined
      const user = await verify(otpTypes[purpose], backendSecret)
      if (user?.email?.toLowerCase() !== sent.email) return undefined
      const consumed = await database.run(sql`delete from mail_tokens where hash = ${hash} returning 1`)
      return consumed.length === 1 ? user : undefined
    },
  }
}

// `email` also covers users with an unconfirmed address: their magic link arrives as the confirmation email.
const otpTypes = { magic_link: 'email', reset_password: 'recovery', verify_email: 'signup' } as const
