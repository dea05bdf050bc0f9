import { sql } from '../server/database/sql.ts'
import { stepAt, totpAt } from '../server/domains/auth/second-factor/totp.ts'
import type { OutputOf } from '../server/assembly/client.ts'
import type { Person, TestServer } from './harness.ts'

/** An authenticator app with the secret of one account. */
export interface AuthenticatorApp {
  recoveryCodes: string[]
  /** The code that confirmed the setup. */
  firstCode: string
  /** Returns a code that was not used before. */
  code(): Promise<string>
  /** Returns the current code, or the code of a later step. */
  codeNow(steps?: number): string
}

/** Sets up an authenticator app for a user, as the dashboard does. */
export async function setUpTotp(
  { app: { database } }: TestServer,
  person: Person,
): Promise<AuthenticatorApp> {
  const { secret } = await person.call('secondFactor.beginTotp', {})
  const app = appWith(secret)
  const firstCode = app.codeNow()
  const { recoveryCodes } = await person.call('secondFactor.confirmTotp', { code: firstCode })
  return {
    ...app,
    firstCode,
    recoveryCodes: recoveryCodes ?? [],
    async code() {
      await database.run(sql`update totp_secrets set last_step = 0 where user_id = ${person.user.id}`)
      return app.codeNow()
    },
  }
}

export function appWith(secret: string) {
  const key = fromBase32(secret)
  return { codeNow: (steps = 0) => totpAt(key, stepAt(Date.now()) + steps) }
}

export type SecondFactorRequest = Extract<
  OutputOf<'accounts.logIn'>,
  { secondFactor: unknown }
>['secondFactor']

/** Signs in with the password alone and returns the request for the second factor. */
export async function passFirstFactor(
  server: TestServer,
  { email, password }: Person,
): Promise<SecondFactorRequest> {
  const result: unknown = await server.anonymous('accounts.logIn', { email, password })
  if (!(result as { secondFactor?: SecondFactorRequest }).secondFactor)
    throw new Error('The server did not request a second factor.')
  return (result as { secondFactor: SecondFactorRequest }).secondFactor
}

/** Signs in with both factors and returns the token. */
export async function signInFully(
  server: TestServer,
  person: Person,
  app: AuthenticatorApp,
): Promise<string> {
  const { request } = await passFirstFactor(server, person)
  return (await server.anonymous('secondFactor.finish', { request, code: await app.code() })).token
}

export interface SecondFactorResponse {
  status: number
  code: string | undefined
  token: string | undefined
  secondFactor: SecondFactorRequest | undefined
  detail: string | undefined
  /** The response cookies, in the format of a request header. */
  cookie: string
}

/** Sends a POST as a browser does, with its cookies. */
export async function post(
  { url }: TestServer,
  path: string,
  body: object,
  cookie = '',
): Promise<SecondFactorResponse> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
    body: JSON.stringify(body),
  })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]!)
  return {
    ...((await response.json()) as Omit<SecondFactorResponse, 'status' | 'cookie'>),
    status: response.status,
    cookie: cookies.join('; '),
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}
