/**
 * The service that stores passwords and sends codes and links: Baton itself, or a server with the Supabase Auth
 * (GoTrue) protocol. The operations are the same for both. No method runs inside a transaction, because hashing and
 * network calls are slow.
 */
export interface AuthBackend {
  external: ExternalTokens | null
  /** Stores the password of a new user. `isEmailVerified`: the user has proved the address with an email from Baton. */
  register(newcomer: {
    email: string
    password: string
    name: string
    isEmailVerified: boolean
  }): Promise<NewLogin>
  checkPassword(email: string, password: string): Promise<Login | undefined>
  /** Sends a code to the address if it has an account. Runs in a job, so the response time does not reveal which. */
  sendCode(request: CodeRequest): Promise<void>
  checkCode(request: { id: string; email: string }, code: string): Promise<Login | undefined>
  /** Sends a link to the address if it has an account. Also runs in a job. */
  sendLink(purpose: LinkPurpose, request: LinkRequest): Promise<void>
  /** Consumes a link. Exactly one of several concurrent attempts succeeds. */
  redeemLink(purpose: SignInLink, token: string): Promise<Login | undefined>
  /** Consumes a verification link. Returns false if it was not sent to this user's address. */
  verifyAddress(user: { id: string; email: string }, token: string): Promise<boolean>
  changePassword(login: Login, password: string): Promise<NewLogin>
  /** Changes the email address, which the user has verified. */
  changeEmail(userId: string, email: string): Promise<void>
  /** Deletes the user from the backend when the account is erased. */
  remove(userId: string): Promise<void>
}

/** The dashboard page that each kind of link opens. */
export const linkPages = {
  magic_link: '/sign-in/link',
  reset_password: '/reset-password',
  verify_email: '/verify-email',
} as const

export type LinkPurpose = keyof typeof linkPages
export type SignInLink = 'magic_link' | 'reset_password'

/** The origin of a request for an email. The email names it. */
export interface LinkRequest {
  email: string
  network: string
  userAgent: string
  /** Set if an administrator voided the password of the user. */
  byAdministrator?: true
}

export interface CodeRequest extends LinkRequest {
  /** The id of the row in `email_codes` that counts the attempts. */
  id: string
}

/** An authenticated user: an account here, or an identity at the other server. */
export type Login = { userId: string } | { identity: Identity }

/** The data to store for a new password: its hash, or the identity at the other server if it is not linked yet. */
export interface NewLogin {
  passwordHash: string | null
  identity: Identity | null
}

/** A user at another server. `issuer` and `subject` identify the user; the email address does not. */
export interface Identity {
  provider: string
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

/** Access tokens of an external backend that count as a login here. */
export interface ExternalTokens {
  /** Returns the login of a token, or undefined if the token is foreign, altered or expired. */
  verify(token: string): Promise<ExternalLogin | undefined>
  /** Looks up the user of a token at the backend. Returns undefined if they are signed out, banned or deleted there. */
  identify(token: string): Promise<Identity | undefined>
}

export interface ExternalLogin {
  /** The id of our login session, derived from the user and session ids at the backend. */
  loginId: string
  signedInAt: string
  expiresAt: string
  /** Whether this node has stored the session with the token's expiry. */
  isStored: boolean
}
