import { appLink } from '../../../email/app-link.ts'
import type { App } from '../../../operations/context.ts'
import { hashSecret, createEmailToken } from '../email-tokens.ts'
import { type LinkPurpose, linkPages } from './auth-backend.ts'
import type { User } from './gotrue-user.ts'

/*
 * A link in a mail of the external backend holds two secrets, `<ours>/<its own>`. Its own is made of the address and six
 * digits, good for every kind of link, and might let in several who come at the same moment. Ours cannot be guessed, is
 * for one purpose and one address, and works once.
 */
export function createGotrueLinks(
  { config, database }: Pick<App, 'config' | 'database'>,
  verify: (type: string, tokenHash: string) => Promise<User | undefined>,
) {
  return {
    /** The query that tells the backend what its mail is to lead to: its template adds its own secret. */
    async leadTo(purpose: LinkPurpose, email: string) {
      const token = await createEmailToken(database, purpose, null, email)
      const page = appLink(config, linkPages[purpose], { fragment: { token } })
      return `?redirect_to=${encodeURIComponent(page)}` as const
    },

    /** Who has come with a link that was sent to this address, or to any. Ours is used up last: by one of many. */
    async redeem(purpose: LinkPurpose, token: string, to: string | null = null): Promise<User | undefined> {
      const [ours = '', theirs = ''] = token.split('/')
      const hash = hashSecret(ours)
      const [sent] = await database.run<{ email: string }>(
        `select lower(email) as email from mail_tokens
          where hash = $1 and purpose = $2 and user_id is null and expires_at > now()
            and ($3::text is null or lower(email) = lower($3))`,
        [hash, purpose, to],
      )
      if (!sent) return undefined
      const user = await verify(types[purpose], theirs)
      if (user?.email?.toLowerCase() !== sent.email) return undefined
      const taken = await database.run('delete from mail_tokens where hash = $1 returning 1', [hash])
      return taken.length === 1 ? user : undefined
    },
  }
}

// `email`: whoever has not confirmed their address is sent the confirmation, when they ask for a link.
const types = { magic_link: 'email', reset_password: 'recovery', verify_email: 'signup' } as const
