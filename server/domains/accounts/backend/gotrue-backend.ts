import { z } from 'zod'
import { appLink } from '../../../mail/app-link.ts'
import type { App } from '../../../operations/context.ts'
import { refuse, refuseField } from '../../../operations/errors.ts'
import { randomSecret } from '../../../platform/ids.ts'
import { findAccount } from '../account.ts'
import { hashSecret, makeMailToken } from '../mail-tokens.ts'
import { type AuthBackend, type Identity, type LinkPurpose, linkPages } from './auth-backend.ts'
import { Refused, anything, createGotrueApi } from './gotrue-api.ts'
import { createGotrueTokens } from './gotrue-tokens.ts'
import { Session, User, identityOf } from './gotrue-user.ts'

type Needs = Pick<App, 'config' | 'database' | 'log'>

/** A server that speaks the protocol of Supabase Auth (GoTrue) keeps the passwords and sends the mails. */
export function createGotrueBackend({ config, database, log }: Needs): AuthBackend {
  const url = config.AUTH_BACKEND_URL!
  const issuer = config.AUTH_BACKEND_ISSUER ?? url
  const api = createGotrueApi(url, config.AUTH_BACKEND_KEY!, log)
  const loginOf = (user: User) => ({ identity: identityOf(user, issuer) })

  /** What its mails are to lead to: our half of the link's secret, to which its template adds the other. */
  const pageFor = async (purpose: LinkPurpose, email: string) => {
    const token = await makeMailToken(database, purpose, null, email)
    return encodeURIComponent(appLink(config, linkPages[purpose], { fragment: { token } }))
  }

  /** Runs with both halves: ours says for what and for whom the link is, and is used up last, by one of many. */
  const redeem = async (purpose: LinkPurpose, token: string, to: string | null = null) => {
    const [secret = '', token_hash = ''] = token.split('/')
    const [sent] = await database.run<{ email: string }>(
      `select email from mail_tokens where hash = $1 and purpose = $2 and user_id is null and expires_at > now()
          and ($3::text is null or lower(email) = lower($3))`,
      [hashSecret(secret), purpose, to],
    )
    const user = sent && (await verify({ type: linkTypes[purpose], token_hash }))
    if (user?.email?.toLowerCase() !== sent?.email.toLowerCase()) return undefined
    const taken = await database.run('delete from mail_tokens where hash = $1 returning 1', [
      hashSecret(secret),
    ])
    return taken.length === 1 ? user : undefined
  }

  const verify = async (body: object): Promise<User | undefined> => {
    const expected = ['otp_expired', 'user_banned', 'user_not_found', 'validation_failed'] as const
    const answer = await api.ask('POST /verify', Session, { body, expected })
    return answer instanceof Refused ? undefined : answer.user
  }

  const subjectOf = async (userId: string): Promise<string | undefined> => {
    const [identity] = await database.run<{ subject: string }>(
      'select subject from identities where user_id = $1 and issuer = $2',
      [userId, issuer],
    )
    return identity?.subject
  }

  const setPassword = async (subject: string, password: string) => {
    const expected = ['weak_password', 'same_password'] as const
    const answer = await api.ask(`PUT /admin/users/${subject}`, anything, { body: { password }, expected })
    if (answer instanceof Refused) refusePassword()
  }

  /**
   * Somebody has come by mail to an account whose address nobody had proved to us: the password is of whoever
   * registered with it, so it goes the way of all that they have set up. (See `proveAddress`.)
   */
  const comeByMail = async (user: User) => {
    const [unproven] = await database.run(
      `select 1 from identities i join users u on u.id = i.user_id
        where i.issuer = $1 and i.subject = $2 and u.email_verified_at is null`,
      [issuer, user.id],
    )
    if (unproven) await setPassword(user.id, randomSecret())
    return loginOf(user)
  }

  /** With the right password, an address that is not confirmed yet is all that stands in the way. */
  const tryPassword = async (email: string, password: string) => {
    const expected = [
      ...(['invalid_credentials', 'email_not_confirmed', 'user_banned', 'validation_failed'] as const),
    ]
    const body = { email, password }
    const answer = await api.ask('POST /token?grant_type=password', Session, { body, expected })
    if (!(answer instanceof Refused)) return answer.user
    return answer.code === 'email_not_confirmed' ? 'unconfirmed' : undefined
  }

  const sendLink: AuthBackend['sendLink'] = async (purpose, { email }) => {
    const [path, fields] = mails[purpose]
    const binding = `POST ${path}?redirect_to=${await pageFor(purpose, email)}` as const
    // That there is nobody with the address is told to no one.
    await api.ask(binding, anything, { body: { email, ...fields }, expected: strangers })
  }

  return {
    external: createGotrueTokens({ url, issuer, secret: config.AUTH_BACKEND_JWT_SECRET, api }),

    async register({ email, password, name }) {
      requirePossible(password)
      // Whoever is refused here must not be left behind there.
      if (await findAccount(database, { email })) refuseAddress(email)
      const user = await api.ask(
        `POST /signup?redirect_to=${await pageFor('verify_email', email)}`,
        z.union([Session.transform((session) => session.user), User]),
        { body: { email, password, data: { name } }, expected: signupRefusals },
      )
      if (user instanceof Refused) return refuseSignup(user.code, email)
      // A user who is there already and confirmed is answered as a new one would be, but for the identities. One who is
      // not confirmed is answered as they are, and keeps the password that they have.
      const isNew = (user.identities?.length ?? 0) > 0
      if (!isNew || !(await tryPassword(email, password))) refuseAddress(email)
      return { passwordHash: null, ...loginOf(user) }
    },
    async checkPassword(email, password) {
      const user = await tryPassword(email, password)
      if (user === 'unconfirmed') refuse('address_unconfirmed')
      return user && loginOf(user)
    },
    async changePassword(login, password) {
      requirePossible(password)
      const subject = 'identity' in login ? login.identity.subject : await subjectOf(login.userId)
      if (subject) await setPassword(subject, password)
      const identity = subject ? null : await createUser(login as { userId: string }, password)
      return { passwordHash: null, identity }
    },

    // Its mails hold both, a code and a link.
    sendCode: (asked) => sendLink('magic_link', asked),
    async checkCode({ email }, code) {
      const user = await verify({ type: 'email', email, token: code })
      return user && comeByMail(user)
    },
    sendLink,
    async redeemLink(purpose, token) {
      const user = await redeem(purpose, token)
      return user && (purpose === 'reset_password' ? loginOf(user) : comeByMail(user))
    },
    async verifyAddress({ id, email }, token) {
      const user = await redeem('verify_email', token, email)
      return user !== undefined && user.id === (await subjectOf(id))
    },

    async changeEmail(userId, email) {
      const subject = await subjectOf(userId)
      if (!subject) return
      if (await findAccount(database, { email })) refuseAddress(email)
      const body = { email, email_confirm: true }
      // 23505: it is somebody else's there, as the database of the backend says.
      const expected = ['email_exists', '23505'] as const
      const answer = await api.ask(`PUT /admin/users/${subject}`, anything, { body, expected })
      if (answer instanceof Refused) refuseAddress(email)
    },
    async remove(userId) {
      const subject = await subjectOf(userId)
      if (subject)
        await api.ask(`DELETE /admin/users/${subject}`, anything, { expected: ['user_not_found'] })
    },
  }

  /** Somebody who has come by another way, from a provider perhaps, wants a password too. */
  async function createUser({ userId }: { userId: string }, password: string): Promise<Identity> {
    const account = (await findAccount(database, { id: userId }))!
    const user = await api.ask('POST /admin/users', User, {
      body: {
        ...{ email: account.email, password, user_metadata: { name: account.name } },
        email_confirm: account.email_verified_at !== null,
      },
      expected: ['email_exists', 'weak_password'],
    })
    if (!(user instanceof Refused)) return identityOf(user, issuer)
    return user.code === 'weak_password' ? refusePassword() : refuseAddress(account.email)
  }
}

const mails = {
  magic_link: ['/otp', { create_user: false }],
  reset_password: ['/recover', {}],
  verify_email: ['/resend', { type: 'signup' }],
} as const

// `email`: who has not confirmed their address is sent the confirmation in place of a link.
const linkTypes = { magic_link: 'email', reset_password: 'recovery', verify_email: 'signup' } as const

const strangers = ['otp_disabled', 'signup_disabled', 'user_not_found'] as const

const signupRefusals = [
  ...(['user_already_exists', 'email_exists', 'weak_password', 'signup_disabled'] as const),
  ...(['email_provider_disabled', 'email_address_invalid', 'email_address_not_authorized'] as const),
]

function refuseSignup(code: (typeof signupRefusals)[number], email: string): never {
  if (code === 'weak_password') refusePassword()
  if (code === 'user_already_exists' || code === 'email_exists') refuseAddress(email)
  if (code === 'signup_disabled' || code === 'email_provider_disabled') refuse('registration_closed')
  refuseField('email', 'This address is not accepted here. Use another one.')
}

function refuseAddress(email: string): never {
  refuse('already_taken', { field: 'e-mail address', value: email })
}

function refusePassword(): never {
  refuseField('password', 'The server that keeps the passwords takes this one for too weak. Choose another.')
}

/** It hashes with bcrypt, which does not see more. */
function requirePossible(password: string): void {
  if (Buffer.byteLength(password) > 72)
    refuseField('password', 'Passwords are kept where they have 72 characters at most. Choose a shorter one.')
}
