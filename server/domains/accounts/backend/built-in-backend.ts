import type { App } from '../../../operations/context.ts'
import { hashPassword, verifyPassword } from '../../../platform/passwords.ts'
import { findAccount } from '../account.ts'
import { takeMailToken } from '../mail-tokens.ts'
import type { AuthBackend } from './auth-backend.ts'

/** Baton keeps the passwords itself, as argon2id hashes, and sends the mails. */
export function createBuiltInBackend(app: Pick<App, 'config' | 'database' | 'secrets'>): AuthBackend {
  const { database } = app
  return {
    external: null,
    register: async ({ password }) => ({ passwordHash: await hashPassword(password), identity: null }),
    async checkPassword(email, password) {
      const account = await findAccount(database, { email })
      const right = await verifyPassword(password, account?.password_hash ?? null)
      return account && right ? { userId: account.id } : undefined
    },
    changePassword: (_login, password) => hashPassword(password),
    sendCode: async () => {},
    checkCode: async () => undefined,
    sendLink: async () => {},
    async redeemLink(purpose, token) {
      const taken = await takeMailToken(database, token, [purpose])
      return taken && { userId: taken.user_id }
    },
    // The row of the user is all there is.
    changeEmail: async () => {},
    remove: async () => {},
  }
}
