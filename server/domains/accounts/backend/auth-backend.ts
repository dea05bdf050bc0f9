/**
 * Who keeps the passwords and sends codes and links: Baton itself, or a server that speaks the protocol of Supabase
 * Auth (GoTrue). The operations are the same for both. Nothing here runs inside a transaction: hashing is slow, and
 * the other server is far away.
 */
export interface AuthBackend {
  external: ExternalTokens | null
  /** Keeps the password of somebody who registers. `proved`: a mail of ours has shown that the address is theirs. */
  register(newcomer: { email: string; password: string; name: string; proved: boolean }): Promise<NewLogin>
  checkPassword(email: string, password: string): Promise<Login | undefined>
  /** Sends a code to the address if there is an account. Runs in a job, so nobody can measure which it was. */
  sendCode(asked: CodeRequest): Promise<void>
  checkCode(asked: { id: string; email: string }, code: string): Promise<Login | undefined>
  /** Sends a link to the address if there is an account. Runs in a job, too. */
  sendLink(purpose: LinkPurpose, asked: LinkRequest): Promise<void>
  /** Uses a link up: of many at the same time, one succeeds. */
  redeemLink(purpose: SignInLink, token: string): Promise<Login | undefined>
  /** Uses the link up that proves an address. False if it was not sent to the address of this person. */
  verifyAddress(person: { id: string; email: string }, token: string): Promise<boolean>
  /** Gives the account a new password. */
  changePassword(login: Login, password: string): Promise<NewLogin>
  /** The account's owner has proved that this address is theirs. */
  changeEmail(userId: string, email: string): Promise<void>
  /** The account is being erased. */
  remove(userId: string): Promise<void>
}

/** The page that a link leads to. */
export const linkPages = {
  magic_link: '/sign-in/link',
  reset_password: '/reset-password',
  verify_email: '/verify-email',
} as const

export type LinkPurpose = keyof typeof linkPages
export type SignInLink = 'magic_link' | 'reset_password'

/** Where a mail was asked for, so that it can say so. */
export interface LinkRequest {
  email: string
  network: string
  userAgent: string
}

export interface CodeRequest extends LinkRequest {
  /** The row of `email_codes` that counts the tries. */
  id: string
}

/** Somebody who has proved who they are: one of our users, or a user of the other server. */
export type Login = { userId: string } | { identity: Identity }

/** What we keep of a new password: its hash, or who has it at the other server, if that is new to us. */
export interface NewLogin {
  passwordHash: string | null
  identity: Identity | null
}

/** Somebody as another server knows them: `issuer` and `subject` name them, the address does not. */
export interface Identity {
  provider: string
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

/** Only an external backend has tokens of its own that stand for a login. */
export interface ExternalTokens {
  /** The login that a token stands for, or undefined if the token is not the backend's, is altered, or has expired. */
  verify(token: string): Promise<ExternalLogin | undefined>
  /** Asks the backend whose token it is. Undefined if they are signed out there, shut out or gone. */
  identify(token: string): Promise<Identity | undefined>
}

export interface ExternalLogin {
  /** The session of ours that stands for it: always the same for the same session of the same person there. */
  loginId: string
  signedInAt: string
  expiresAt: string
  /** Set once this node has seen to it that the session is in our table, for as long as the token says. */
  met: boolean
}
