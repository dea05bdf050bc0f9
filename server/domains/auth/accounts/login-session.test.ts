import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { SignJWT, decodeJwt, exportJWK } from 'jose'
import { type Person, type TestServer, startTestServer } from '../../../../test/harness.ts'

describe('login tokens', () => {
  let server: TestServer
  let ada: Person
  let sid: string
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
    sid = decodeJwt(ada.token).sid as string
  })
  after(() => server.stop())

  const assertRejected = (token: string) =>
    assert.rejects(server.client(token)('accounts.getMe', {}), {
      status: 401,
      code: 'invalid_credential',
    })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = () => ({ iss: 'baton', aud: 'baton:login', sid, exp: Math.floor(Date.now() / 1000) + 3600 })
  /** Signs a valid token, apart from the given changes. */
  const signed = (change: (token: SignJWT) => SignJWT, header: object = {}) =>
    change(new SignJWT({ sid }).setIssuer('baton').setAudience('baton:login').setExpirationTime('1h'))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', ...header })
      .sign(server.app.secrets.signingKey)

  it('accepts a valid token', async () => {
    await server.client(await signed((token) => token))('accounts.getMe', {})
  })

  it('rejects an unsigned token', async () => {
    for (const alg of ['none', 'None', 'NONE'])
      await assertRejected(`${part({ alg, typ: 'JWT' })}.${part(claims())}.x`)
  })

  it('rejects a token signed with the public key as a shared secret', async () => {
    const key = createPublicKey(server.app.secrets.signingKey)
    for (const secret of [
      key.export({ format: 'pem', type: 'spki' }),
      key.export({ format: 'der', type: 'spki' }),
    ]) {
      const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims())}`
      await assertRejected(`${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`)
    }
  })

  it('rejects a token signed with a key that it contains or links to', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const jwk = await exportJWK(publicKey)
    const headers = [
      { jwk },
      { jku: 'https://evil.example/keys' },
      { x5u: 'https://evil.example/cert' },
      { kid: '../x' },
    ]
    for (const header of headers) {
      const token = new SignJWT(claims()).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', ...header })
      await assertRejected(await token.sign(privateKey))
    }
  })

  it('rejects a token with another audience, issuer or type', async () => {
    await assertRejected(await signed((token) => token.setAudience('baton:socket')))
    await assertRejected(await signed((token) => token.setIssuer('other')))
    await assertRejected(await signed((token) => token, { typ: 'ticket+jwt' }))
  })

  it('rejects an expired token and a token of an unknown session', async () => {
    await assertRejected(await signed((token) => token.setExpirationTime(Math.floor(Date.now() / 1000) - 1)))
    const other = new SignJWT({ sid: crypto.randomUUID() }).setIssuer('baton').setAudience('baton:login')
    other.setExpirationTime('1h').setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    await assertRejected(await other.sign(server.app.secrets.signingKey))
  })

  it('rejects an altered token', async () => {
    const [header, body, signature] = ada.token.split('.') as [string, string, string]
    const altered = part({ ...decodeJwt(ada.token), sid: crypto.randomUUID() })
    await assertRejected(`${header}.${altered}.${signature}`)
    await assertRejected(`${header}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`)
  })

  it('creates a new session with every login', async () => {
    const { email, password } = ada
    const { token } = await server.anonymous('accounts.logIn', { email, password })
    assert.notEqual(decodeJwt(token).sid, sid)
  })
})
