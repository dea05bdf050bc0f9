import { z } from 'zod'
import type { App } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../operations/errors.ts'
import { randomSecret } from '../../../platform/ids.ts'
import { findAccount } from '../account.ts'
import type { AuthBackend, LinkPurpose, Login, NewLogin } from './auth-backend.ts'
import { BackendRejection, anything, createGotrueApi } from './gotrue-api.ts'
import { createGotrueLinks } from './gotrue-links.ts'
import { createGotrueTokens } from './gotrue-tokens.ts'
import { Session, User, identityOf } from './gotrue-user.ts'

type Needs = Pick<App, 'config' | 'database' | 'log'>

/** A server that speaks the protocol of Supabase Auth (GoTrue) keeps the passwords and sends the mails. */
export function createGotrueBackend({ config, database, log }: Needs): AuthBackend {
  const url = config.AUTH_BACKEND_URL!
  const issuer = config.AUTH_BACKEND_ISSUER ?? url
  const api = createGotrueApi(url, config.AUTH_BACKEND_KEY!, log)
  const links = createGotrueLinks({ config, database }, (type, token_hash) => verify({ type, token_hash }))

  return {
    external: createGotrueTokens({ url, issuer, secret: config.AUTH_BACKEND_JWT_SECRET, api }),

    async register({ email, password, name, proved }) {
      requirePossible(password)
      // Whoever is refused here must not be left behind there.
      if (await findAccount(database, { email })) refuseAddress(email)
      if (proved) return createUser({ email, password, name, proved })
      const user = await api.ask(`POST /signup${await links.leadTo('verify_email', email)}`, NewUser, {
        body: { email, password, data: { name } },
        expected: signupRefusals,
      })
      if (user instanceof BackendRejection) refuseSignup(user.code, email)
      // Somebody who is there already is answered as if they were new: without identities if they have confirmed their
      // address, and else as they are. Then they keep their password, and whoever does not know it is somebody else.
      if (!user.identities?.length || !(await tryPassword(email, password))) refuseAddress(email)
      return { passwordHash: null, ...loginOf(user) }
    },
    async checkPassword(email, password) {
      const user = await tryPassword(email, password)
      if (user === 'unconfirmed') reject('address_unconfirmed')
      return user && loginOf(user)
    },
    async changePassword(login, password) {
      requirePossible(password)
      const subject = 'identity' in login ? login.identity.subject : await subjectOf(login.userId)
      if (!subject) return createUserOf((login as { userId: string }).userId, password)
      await setPassword(subject, password)
      return { passwordHash: null, identity: null }
    },

    // Its mails hold both, a code and a link.
    sendCode: ({ email }) => send('magic_link', email),
    sendLink: (purpose, { email }) => send(purpose, email),
    async checkCode({ email }, code) {
      const user = await verify({ type: 'email', email, token: code })
      return user && letIn(user)
    },
    async redeemLink(purpose, token) {
      const user = await links.redeem(purpose, token)
      return user && (purpose === 'reset_password' ? loginOf(user) : letIn(user))
    },
    async verifyAddress({ id, email }, token) {
      const user = await links.redeem('verify_email', token, email)
      return user !== undefined && user.id === (await subjectOf(id))
    },

    async changeEmail(userId, email) {
      const subject = await subjectOf(userId)
      if (!subject) return
      if (await findAccount(database, { email })) refuseAddress(email)
      const answer = await api.ask(`PUT /admin/users/${subject}`, anything, {
        body: { email, email_confirm: true },
        // 23505: it is somebody else's there, as the database of the backend says.
        expected: ['email_exists', '23505'],
      })
      if (answer instanceof BackendRejection) refuseAddress(email)
    },
    async remove(userId) {
      const subject = await subjectOf(userId)
      if (subject) await api.ask(`DELETE /admin/users/${subject}`, anything, { expected: ['user_not_found'] })
    },
  }

  function loginOf(user: User) {
    return { identity: identityOf(user, issuer) }
  }

  async function subjectOf(userId: string): Promise<string | undefined> {
    const [identity] = await database.run<{ subject: string }>(
      'select subject from identities where user_id = $1 and issuer = $2',
      [userId, issuer],
    )
    return identity?.subject
  }

  /** Whose password it is. The backend says of nobody but them that their address is unconfirmed. */
  async function tryPassword(email: string, password: string): Promise<User | 'unconfirmed' | undefined> {
    const answer = await api.ask('POST /token?grant_type=password', Session, {
      body: { email, password },
      expected: ['invalid_credentials', 'email_not_confirmed', 'user_banned', 'validation_failed'],
    })
    if (!(answer instanceof BackendRejection)) return answer.user
    return answer.code === 'email_not_confirmed' ? 'unconfirmed' : undefined
  }

  async function setPassword(subject: string, password: string): Promise<void> {
    const answer = await api.ask(`PUT /admin/users/${subject}`, anything, {
      body: { password },
      expected: ['weak_password'],
    })
    if (answer instanceof BackendRejection) refusePassword()
  }

  /** Somebody who has come by another way, from a provider perhaps, wants a password too. */
  async function createUserOf(userId: string, password: string): Promise<NewLogin> {
    const { email, name, email_verified_at } = (await findAccount(database, { id: userId }))!
    return createUser({ email, password, name, proved: email_verified_at !== null })
  }

  /** Whose address we know to be theirs gets no mail about it from there. */
  async function createUser({ email, password, name, proved }: Parameters<AuthBackend['register']>[0]) {
    const user = await api.ask('POST /admin/users', User, {
      body: { email, password, email_confirm: proved, user_metadata: { name } },
      expected: ['email_exists', 'weak_password'],
    })
    if (!(user instanceof BackendRejection)) return { passwordHash: null, ...loginOf(user) }
    return user.code === 'weak_password' ? refusePassword() : refuseAddress(email)
  }

  async function send(purpose: LinkPurpose, email: string): Promise<void> {
    const [path, fields] = mails[purpose]
    await api.ask(`POST ${path}${await links.leadTo(purpose, email)}`, anything, {
      body: { email, ...fields },
      // That nobody has the address is told to no one.
      expected: ['otp_disabled', 'signup_disabled', 'user_not_found'],
    })
  }

  async function verify(body: object): Promise<User | undefined> {
    const answer = await api.ask('POST /verify', Session, {
      body,
      expected: ['otp_expired', 'user_banned', 'user_not_found', 'validation_failed'],
    })
    return answer instanceof BackendRejection ? undefined : answer.user
  }

  /**
   * Somebody has come by mail. If nobody had proved to us that the address is theirs, the password is of whoever
   * registered with it, and goes the way of all that they have set up: see `proveAddress`.
   */
  async function letIn(user: User): Promise<Login> {
    const [unproven] = await database.run(
      `select 1 from identities i join users u on u.id = i.user_id
        where i.issuer = $1 and i.subject = $2 and u.email_verified_at is null`,
      [issuer, user.id],
    )
    if (unproven) await setPassword(user.id, randomSecret())
    return loginOf(user)
  }
}

/** Signed in at once, where the backend believes every address; else only shown. */
const NewUser = z.union([Session.transform((session) => session.user), User])

const mails = {
  magic_link: ['/otp', { create_user: false }],
  reset_password: ['/recover', {}],
  verify_email: ['/resend', { type: 'signup' }],
} as const

const signupRefusals = [
  ...(['user_already_exists', 'email_exists', 'weak_password', 'signup_disabled'] as const),
  ...(['email_provider_disabled', 'email_address_invalid', 'email_address_not_authorized'] as const),
]

function refuseSignup(code: (typeof signupRefusals)[number], email: string): never {
  if (code === 'weak_password') refusePassword()
  if (code === 'user_already_exists' || code === 'email_exists') refuseAddress(email)
  if (code === 'signup_disabled' || code === 'email_provider_disabled') reject('registration_closed')
  rejectField('email', 'This address is not accepted here. Use another one.')
}

function refuseAddress(email: string): never {
  reject('already_taken', { field: 'e-mail address', value: email })
}

function refusePassword(): never {
  rejectField('password', 'The server that keeps the passwords takes this one for too weak. Choose another.')
}

/** It hashes with bcrypt, which sees no more. */
function requirePossible(password: string): void {
  if (Buffer.byteLength(password) > 72)
    rejectField('password', 'Passwords have at most 72 bytes here. Choose a shorter one.')
}
