import assert from 'node:assert/strict'
import type { webcrypto } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
  decodeJwt,
  exportSPKI,
  generateKeyPair,
  importJWK,
} from 'jose'
import { clientFor, defaultEngine } from '../../../test/harness.ts'
import type { GotrueSession } from '../../../test/partners/gotrue-users.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../test/with-mail.ts'

const fresh = 'a password no one has guessed'

describe('a token that is not a login at the external backend', () => {
  let server: ServerWithMail
  let session: GotrueSession
  /** What a token of Ada's says, who is not known here yet. */
  let claims: JWTPayload
  before(async () => {
    server = await startOwnWithMail(defaultEngine, {}, 'external')
    await server.register('Admin')
    const { users, keys } = server.gotrue!
    const ada = users.create('ada@example.com', fresh)
    users.confirm(ada)
    session = users.startSession(ada, 'password')
    claims = decodeJwt(await keys.token(session))
  })
  after(() => server.stop())

  const keys = () => server.gotrue!.keys
  const header = (alg: string) => ({ alg, typ: 'JWT', kid: keys().public[0]!.kid! })
  const publicKey = async () => (await importJWK(keys().public[0]!, 'ES256')) as webcrypto.CryptoKey

  /** Nobody is let in by it: neither as Ada, nor as anybody who would be new. */
  async function isRefused(token: string) {
    const me = clientFor(server.url, token)('accounts.getMe', {})
    await assert.rejects(me, { code: 'invalid_credential', status: 401 })
    const rows = await server.app.database.run(`select 1 from users where email = 'ada@example.com'`)
    assert.deepEqual(rows, [])
  }

  it('signed by somebody else, with a key of the same name', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    await isRefused(await new SignJWT(claims).setProtectedHeader(header('ES256')).sign(privateKey))
  })

  it('signed by somebody else, who brings the key along', async () => {
    const { privateKey, publicKey: jwk } = await generateKeyPair('ES256', { extractable: true })
    const brought = {
      ...header('ES256'),
      jwk: await crypto.subtle.exportKey('jwk', jwk),
      jku: 'https://evil.example/',
    }
    await isRefused(await new SignJWT(claims).setProtectedHeader(brought).sign(privateKey))
  })

  it('signed by nobody', async () => {
    await isRefused(new UnsecuredJWT(claims).encode())
    const [, body] = (await keys().token(session)).split('.')
    await isRefused(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.x`)
  })

  it('signed with the public key, as if it were a secret', async () => {
    const key = await publicKey()
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', key))
    for (const secret of [
      Buffer.from(await exportSPKI(key)),
      raw,
      Buffer.from(JSON.stringify(keys().public[0])),
    ])
      await isRefused(await new SignJWT(claims).setProtectedHeader(header('HS256')).sign(secret))
  })

  it('altered after it was signed', async () => {
    const [head, , signature] = (await keys().token(session)).split('.')
    const other = Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url')
    await isRefused(`${head}.${other}.${signature}`)
  })

  const wrong: Record<string, Record<string, unknown>> = {
    'for another audience': { aud: 'somebody-else' },
    'for no audience': { aud: undefined },
    'of another issuer': { iss: 'https://evil.example' },
    'of no issuer': { iss: undefined },
    'of the service role': { role: 'service_role' },
    'of the anonymous role': { role: 'anon' },
    'of no role': { role: undefined },
    'that has expired': { exp: Math.floor(Date.now() / 1000) - 1 },
    'that never expires': { exp: undefined },
    'that is not valid yet': { nbf: Math.floor(Date.now() / 1000) + 3600 },
    'of no session': { session_id: undefined },
    'of nobody': { sub: undefined },
    'whose subject is no id': { sub: 'ada@example.com' },
    'that was given to another application': { client_id: crypto.randomUUID() },
  }
  for (const [what, said] of Object.entries(wrong))
    it(what, async () => isRefused(await keys().token(session, said)))

  it('that is a key of the backend’s API', async () => {
    await isRefused(keys().serviceKey)
    await isRefused(keys().anonKey)
  })

  it('whose session there is another person’s', async () => {
    const { users } = server.gotrue!
    const mallory = users.startSession(users.create('mallory@example.com', fresh), 'password')
    await isRefused(await keys().token({ ...mallory, user: session.user, id: crypto.randomUUID() }))
  })

  it('and the one that is, is accepted', async () => {
    const { user } = await clientFor(server.url, await keys().token(session))('accounts.getMe', {})
    assert.equal(user.email, 'ada@example.com')
  })
})
