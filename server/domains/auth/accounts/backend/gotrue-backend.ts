import { sql } from '../../../../database/sql.ts'
import { z } from 'zod'
import type { App } from '../../../../operations/context.ts'
import { reject, rejectField } from '../../../../errors/errors.ts'
import { randomSecret } from '../../../../platform/ids.ts'
import { findAccount } from '../account.ts'
import type { AuthBackend, LinkPurpose, Login, NewLogin } from '../../../../operations/auth-backend.ts'
import { BackendRejection, anyResponse, createGotrueApi, Session, User, identityOf } from './gotrue-api.ts'
import { createGotrueLinks } from './gotrue-links.ts'
import { createGotrueTokens } from './gotrue-tokens.ts'

type Dependencies = Pick<App, 'config' | 'database' | 'log'>

/** Creates the backend that delegates passwords and emails to a server with the Supabase Auth (GoTrue) protocol. */
export function createGotrueBackend({ config, database, log }: Dependencies): AuthBackend {
  const url = config.AUTH_BACKEND_URL!
  const issuer = config.AUTH_BACKEND_ISSUER ?? url
  const api = createGotrueApi(url, config.AUTH_BACKEND_KEY!, log)
  const links = createGotrueLinks({ config, database }, (type, token_hash) => verify({ type, token_hash }))

  return {
    external: createGotrueTokens({ url, issuer, secret: config.AUTH_BACKEND_JWT_SECRET, api }),

    async register({ email, password, name, isEmailVerified }) {
      requireBcryptLength(password)
      // Checks first, so that a rejected registration leaves no user at the backend.
      if (await findAccount(database, { email })) rejectTakenAddress(email)
      if (isEmailVerified) return createUser({ email, password, name, isEmailVerified })
      const user = await api.request(
        `POST /signup${await links.createRedirectQuery('verify_email', email)}`,
        NewUser,
        {
          body: { email, password, data: { name } },
          expected: signupErrorCodes,
        },
      )
      if (user instanceof BackendRejection) rejectSignup(user.code, email)
      // For an existing user, the backend responds as for a new one: without identities if the address is confirmed,
      // else with the unchanged user. The password check shows whether the caller is that user.
      if (!user.identities?.length || !(await tryPassword(email, password))) rejectTakenAddress(email)
      return { passwordHash: null, ...toLogin(user) }
    },
    async checkPassword(email, password) {
      const user = await tryPassword(email, password)
      if (user === 'unconfirmed') reject('address_unconfirmed')
      return user && toLogin(user)
    },
    async changePassword(login, password) {
      requireBcryptLength(password)
      const subject = 'identity' in login ? login.identity.subject : await findSubject(login.userId)
      if (!subject) return createUserForAccount((login as { userId: string }).userId, password)
      await setPassword(subject, password)
      return { passwordHash: null, identity: null }
    },

    // The backend's emails contain both a code and a link.
    sendCode: ({ email }) => send('magic_link', email),
    sendLink: (purpose, { email }) => send(purpose, email),
    async checkCode({ email }, code) {
      const user = await verify({ type: 'email', email, token: code })
      return user && logInByEmail(user)
    },
    async redeemLink(purpose, token) {
      const user = await links.redeem(purpose, token)
      return user && (purpose === 'reset_password' ? toLogin(user) : logInByEmail(user))
    },
    async verifyAddress({ id, email }, token) {
      const user = await links.redeem('verify_email', token, email)
      return user !== undefined && user.id === (await findSubject(id))
    },

    async changeEmail(userId, email) {
      const subject = await findSubject(userId)
      if (!subject) return
      if (await findAccount(database, { email })) rejectTakenAddress(email)
      const response = await api.request(`PUT /admin/users/${subject}`, anyResponse, {
        body: { email, email_confirm: true },
        // 23505 is a unique violation in the backend's database: another user has this address.
        expected: ['email_exists', '23505'],
      })
      if (response instanceof BackendRejection) rejectTakenAddress(email)
    },
    async remove(userId) {
      const subject = await findSubject(userId)
      if (subject)
        await api.request(`DELETE /admin/users/${subject}`, anyResponse, { expected: ['user_not_found'] })
    },
  }

  function toLogin(user: User) {
    return { identity: identityOf(user, issuer) }
  }

  async function findSubject(userId: string): Promise<string | undefined> {
    const [identity] = await database.run<{ subject: string }>(
      sql`select subject from identities where user_id = ${userId} and issuer = ${issuer}`,
    )
    return identity?.subject
  }

  /** Returns the user if the password is correct. The backend reports an unconfirmed address only in that case. */
  async function tryPassword(email: string, password: string): Promise<User | 'unconfirmed' | undefined> {
    const response = await api.request('POST /token?grant_type=password', Session, {
      body: { email, password },
      expected: ['invalid_credentials', 'email_not_confirmed', 'user_banned', 'validation_failed'],
    })
    if (!(response instanceof BackendRejection)) return response.user
    return response.code === 'email_not_confirmed' ? 'unconfirmed' : undefined
  }

  async function setPassword(subject: string, password: string): Promise<void> {
    const response = await api.request(`PUT /admin/users/${subject}`, anyResponse, {
      body: { password },
      expected: ['weak_password'],
    })
    if (response instanceof BackendRejection) rejectWeakPassword()
  }

  /** Creates a backend user for an account that signed up another way, such as with a provider, and adds a password. */
  async function createUserForAccount(userId: string, password: string): Promise<NewLogin> {
    const { email, name, email_verified_at } = (await findAccount(database, { id: userId }))!
    return createUser({ email, password, name, isEmailVerified: email_verified_at !== null })
  }

  /** Creates a user at the backend. A verified address is marked as confirmed, so the backend sends no email. */
  async function createUser({
    email,
    password,
    name,
    isEmailVerified,
  }: Parameters<AuthBackend['register']>[0]) {
    const user = await api.request('POST /admin/users', User, {
      body: { email, password, email_confirm: isEmailVerified, user_metadata: { name } },
      expected: ['email_exists', 'weak_password'],
    })
    if (!(user instanceof BackendRejection)) return { passwordHash: null, ...toLogin(user) }
    return user.code === 'weak_password' ? rejectWeakPassword() : rejectTakenAddress(email)
  }

  async function send(purpose: LinkPurpose, email: string): Promise<void> {
    const [path, fields] = emailRequests[purpose]
    await api.request(`POST ${path}${await links.createRedirectQuery(purpose, email)}`, anyResponse, {
      body: { email, ...fields },
      // Treats an unknown address as success, so that the response does not reveal which accounts exist.
      expected: ['otp_disabled', 'signup_disabled', 'user_not_found'],
    })
  }

  async function verify(body: object): Promise<User | undefined> {
    const response = await api.request('POST /verify', Session, {
      body,
      expected: ['otp_expired', 'user_banned', 'user_not_found', 'validation_failed'],
    })
    return response instanceof BackendRejection ? undefined : response.user
  }

  /**
   * Signs in a user who received our email. If the address was unverified until now, another person may have registered
   * with it. Their password is replaced, like everything else they set up: see `proveAddress`.
   */
  async function logInByEmail(user: User): Promise<Login> {
    const [unverified] = await database.run(
      sql`select 1 from identities i join users u on u.id = i.user_id
        where i.issuer = ${issuer} and i.subject = ${user.id} and u.email_verified_at is null`,
    )
    if (unverified) await setPassword(user.id, randomSecret())
    return toLogin(user)
  }
}

/** The response to a signup: a session if the backend does not confirm addresses, else only the user. */
const NewUser = z.union([Session.transform((session) => session.user), User])

const emailRequests = {
  magic_link: ['/otp', { create_user: false }],
  reset_password: ['/recover', {}],
  verify_email: ['/resend', { type: 'signup' }],
} as const

const signupErrorCodes = [
  'user_already_exists',
  'email_exists',
  'weak_password',
  'signup_disabled',
  'email_provider_disabled',
  'email_address_invalid',
  'email_address_not_authorized',
] as const

function rejectSignup(code: (typeof signupErrorCodes)[number], email: string): never {
  if (code === 'weak_password') rejectWeakPassword()
  if (code === 'user_already_exists' || code === 'email_exists') rejectTakenAddress(email)
  if (code === 'signup_disabled' || code === 'email_provider_disabled') reject('registration_closed')
  rejectField('email', 'This email address is not accepted here. Use another one.')
}

function rejectTakenAddress(email: string): never {
  reject('already_taken', { field: 'email address', value: email })
}

function rejectWeakPassword(): never {
  rejectField('password', 'The sign-in server rejects this password as too weak. Choose another.')
}

/** Rejects passwords over 72 bytes, because the backend hashes with bcrypt, which ignores the rest. */
function requireBcryptLength(password: string): void {
  if (Buffer.byteLength(password) > 72)
    rejectField('password', 'Passwords can have at most 72 bytes here. Choose a shorter one.')
}
