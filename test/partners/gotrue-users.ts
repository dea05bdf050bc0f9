import { createHash, randomBytes, randomInt, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'

/*
 * The in-memory state of a server that speaks the protocol of Supabase Auth: users, sent codes and sessions. Written
 * from the public description of that protocol.
 */

export interface GotrueUser {
  id: string
  email: string
  password: Buffer | null
  confirmedAt: string | null
  bannedUntil: number
  createdAt: string
  metadata: Record<string, unknown>
  /** The codes that emails contain to prove an address: for new users, and for all others. */
  confirmation: OneTime | null
  recovery: OneTime | null
}

interface OneTime {
  hash: string
  expires: number
}

export interface GotrueSession {
  id: string
  user: GotrueUser
  signedInAt: number
  method: string
  refreshToken: string
}

/** An error in the protocol's format. */
export class GotrueError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
  get body() {
    return { code: this.status, error_code: this.code, msg: this.message }
  }
}

const otpSeconds = 3600

export class GotrueUsers {
  readonly all = new Map<string, GotrueUser>()
  readonly sessions = new Map<string, GotrueSession>()

  byEmail(email: string): GotrueUser | undefined {
    return [...this.all.values()].find((user) => user.email === email.toLowerCase())
  }

  create(email: string, password: string | null, metadata: Record<string, unknown> = {}): GotrueUser {
    const user: GotrueUser = {
      id: randomUUID(),
      email: email.toLowerCase(),
      password: null,
      confirmedAt: null,
      bannedUntil: 0,
      createdAt: new Date().toISOString(),
      metadata,
      confirmation: null,
      recovery: null,
    }
    if (password !== null) this.setPassword(user, password)
    this.all.set(user.id, user)
    return user
  }

  /** Sets the password, and invalidates sent codes and all sessions, so that the old password gives no access. */
  setPassword(user: GotrueUser, password: string): void {
    if (Buffer.byteLength(password) > 72)
      throw new GotrueError(400, 'validation_failed', 'Password is too long')
    if (password.length < 6) throw new GotrueError(422, 'weak_password', 'Password is too short')
    if (password.startsWith('weak')) throw new GotrueError(422, 'weak_password', 'Password is too easy')
    const salt = randomBytes(16)
    user.password = Buffer.concat([salt, hashOf(password, salt)])
    user.confirmation = user.recovery = null
    this.endSessions(user)
  }

  isPassword(user: GotrueUser, password: string): boolean {
    if (!user.password) return false
    const [salt, hash] = [user.password.subarray(0, 16), user.password.subarray(16)]
    return timingSafeEqual(hash, hashOf(password, salt))
  }

  confirm(user: GotrueUser): void {
    user.confirmedAt ??= new Date().toISOString()
    user.confirmation = user.recovery = null
  }

  /** Creates the code for an email. Stores the hash that the link contains, made from the address and the code. */
  makeOneTime(user: GotrueUser, kind: 'confirmation' | 'recovery'): { code: string; hash: string } {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const hash = tokenHash(user.email, code)
    user[kind] = { hash, expires: Date.now() + otpSeconds * 1000 }
    return { code, hash }
  }

  /** Checks and consumes in two steps, as the real server does: concurrent requests may succeed several times. */
  async verify(type: string, hash: string): Promise<GotrueUser> {
    const kinds = verifies[type]
    if (!kinds) throw new GotrueError(400, 'validation_failed', 'Unsupported verification type')
    const isSent = (sent: OneTime | null) => sent?.hash === hash && sent.expires > Date.now()
    const user = [...this.all.values()].find((each) => kinds.some((kind) => isSent(each[kind])))
    if (!user) throw new GotrueError(403, 'otp_expired', 'Token has expired or is invalid')
    rejectBanned(user, 403)
    await new Promise(setImmediate)
    this.confirm(user)
    return user
  }

  startSession(user: GotrueUser, method: string): GotrueSession {
    const session = {
      id: randomUUID(),
      user,
      method,
      refreshToken: randomBytes(12).toString('base64url'),
      signedInAt: Math.floor(Date.now() / 1000),
    }
    this.sessions.set(session.id, session)
    return session
  }

  /** Replaces a refresh token, which works only once. */
  refresh(refreshToken: string): GotrueSession {
    const session = [...this.sessions.values()].find((each) => each.refreshToken === refreshToken)
    if (!session) throw new GotrueError(400, 'refresh_token_not_found', 'Invalid Refresh Token')
    rejectBanned(session.user, 400)
    session.refreshToken = randomBytes(12).toString('base64url')
    return session
  }

  endSessions(user: GotrueUser, which: (session: GotrueSession) => boolean = () => true): void {
    for (const session of this.sessions.values())
      if (session.user === user && which(session)) this.sessions.delete(session.id)
  }
}

const verifies: Record<string, ('confirmation' | 'recovery')[]> = {
  email: ['confirmation', 'recovery'],
  signup: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
}

export function tokenHash(email: string, code: string): string {
  return createHash('sha224')
    .update(email.toLowerCase() + code)
    .digest('hex')
}

export function rejectBanned(user: GotrueUser, status: number): void {
  if (user.bannedUntil > Date.now()) throw new GotrueError(status, 'user_banned', 'User is banned')
}

export function shownUser(user: GotrueUser) {
  const { id, email, confirmedAt, createdAt, bannedUntil, metadata } = user
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    is_anonymous: false,
    ...(confirmedAt && { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt }),
    ...(bannedUntil && { banned_until: new Date(bannedUntil).toISOString() }),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [{ identity_id: id, id, user_id: id, provider: 'email', identity_data: { email, sub: id } }],
    created_at: createdAt,
    updated_at: createdAt,
  }
}

function hashOf(password: string, salt: Buffer): Buffer {
  return scryptSync(password, salt, 32, { N: 1024 })
}
