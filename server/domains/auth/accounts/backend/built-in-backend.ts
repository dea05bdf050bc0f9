import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from '../../../../database/sql.ts'
import { appLink } from '../../../../email/app-link.ts'
import { instanceName } from '../../../../email/wording.ts'
import {
  magicLink,
  passwordVoided,
  resetPassword,
  signInCode,
  verifyEmail,
} from '../../../../email/sign-in-emails.ts'
import type { App } from '../../../../operations/context.ts'
import { type PasswordCost, hashPassword, verifyPassword } from '../../../../platform/passwords.ts'
import { readSetting } from '../../../../operations/settings.ts'
import { sealCode } from '../../otp/sealed-code.ts'
import { findAccount } from '../account.ts'
import { createEmailToken, consumeEmailToken } from '../email-tokens.ts'
import { type AuthBackend, linkPages } from '../../../../operations/auth-backend.ts'

type Dependencies = Pick<App, 'config' | 'database' | 'secrets' | 'mail'> & { passwordCost?: PasswordCost }

/** Creates the backend that stores argon2id password hashes in Baton's database and sends the emails itself. */
export function createBuiltInBackend(dependencies: Dependencies): AuthBackend {
  const { config, database, secrets, mail, passwordCost } = dependencies
  const computeMac = (id: string, code: string) =>
    createHmac('sha256', secrets.macKey('email codes')).update(`${id} ${code}`).digest()

  /** Finds the account that can sign in by email with this address. Suspended accounts can't. */
  const findRecipient = async (email: string) => {
    const account = await findAccount(database, { email })
    return account?.suspended_at ? undefined : account
  }

  return {
    external: null,
    register: async ({ password }) => ({
      passwordHash: await hashPassword(password, passwordCost),
      identity: null,
    }),
    async checkPassword(email, password) {
      const account = await findAccount(database, { email })
      const isCorrect = await verifyPassword(password, account?.password_hash ?? null)
      return account && isCorrect ? { userId: account.id } : undefined
    },
    changePassword: async (_login, password) => ({
      passwordHash: await hashPassword(password, passwordCost),
      identity: null,
    }),

    async sendCode({ id, ...request }) {
      const account = await findRecipient(request.email)
      if (!account) return
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const isShown = await readSetting(config, database, 'admin.show_codes')
      await database.run(
        sql`update email_codes set user_id = ${account.id}, code_mac = ${computeMac(id, code)},
              code_sealed = ${isShown ? sealCode(secrets, code) : null} where id = ${id}`,
      )
      const instance = await instanceName(database)
      await mail.send({ to: account.email, ...signInCode({ instance, asked: request, code }) })
    },
    async checkCode({ id, email }, code) {
      const [stored] = await database.run<{ user_id: string; code_mac: Buffer }>(
        sql`select c.user_id, c.code_mac from email_codes c join users u on u.id = c.user_id
          where c.id = ${id} and c.code_mac is not null and lower(u.email) = lower(${email})`,
      )
      return stored && timingSafeEqual(stored.code_mac, computeMac(id, code))
        ? { userId: stored.user_id }
        : undefined
    },

    async sendLink(purpose, request) {
      const account = await findRecipient(request.email)
      if (!account) return
      const token = await createEmailToken(database, purpose, account.id, account.email)
      const instance = await instanceName(database)
      const link = appLink(config, linkPages[purpose], { fragment: { token } })
      const content = request.byAdministrator
        ? passwordVoided({ instance, link })
        : emailTemplates[purpose]({ instance, asked: request, link })
      await mail.send({ to: account.email, ...content })
    },
    async redeemLink(purpose, token) {
      const consumed = await consumeEmailToken(database, token, [purpose])
      return consumed && { userId: consumed.user_id }
    },
    async verifyAddress({ id }, token) {
      return (await consumeEmailToken(database, token, ['verify_email'], id)) !== undefined
    },

    // Only the row in `users` exists, and the operations change it.
    changeEmail: async () => {},
    remove: async () => {},
  }
}

const emailTemplates = { magic_link: magicLink, reset_password: resetPassword, verify_email: verifyEmail }
