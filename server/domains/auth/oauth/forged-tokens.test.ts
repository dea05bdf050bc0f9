import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { UnsecuredJWT, exportSPKI, generateKeyPair } from 'jose'
import { type TestServer, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { type Issuer, settingsFor, startIssuer } from '../../../../test/partners/oidc.ts'
import { type ScriptedIssuer, startScriptedIssuer } from '../../../../test/partners/scripted-issuer.ts'
import { createBrowser, isCallback, signInAt } from '../../../../test/partners/walking-browser.ts'

const appUrl = 'https://baton.example'
const callbackUrl = `${appUrl}/api/auth/oauth/google/callback`
const person = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' }

for (const engine of oneEngine) {
  describe(`forged ID tokens, on ${engine}`, () => {
    let server: TestServer
    let issuer: ScriptedIssuer
    let evil: Issuer
    before(async () => {
      issuer = await startScriptedIssuer()
      evil = await startIssuer(callbackUrl, { claimsInIdToken: true })
      const settings = Object.fromEntries([['APP_URL', appUrl], ...settingsFor('google', issuer)])
      server = await startOwnServer(engine, settings)
    })
    after(async () => {
      await server.stop()
      await Promise.all([issuer.close(), evil.close()])
    })

    async function signInWith(issueIdToken: ScriptedIssuer['issueIdToken']) {
      issuer.issueIdToken = issueIdToken
      return (await signInAt(server, 'google', 'ada')).told
    }

    it('accepts a valid ID token', async () => {
      const { ticket } = await signInWith(({ nonce }) =>
        issuer.idToken({ ...person, nonce }).sign(issuer.privateKey),
      )
      assert.ok(ticket)
    })

    const forgeries: [description: string, forge: (nonce: string) => Promise<string>][] = [
      ['issued to another client', (nonce) => signed({ nonce, aud: 'other client' })],
      [
        'issued to several clients with another authorized party',
        (nonce) => signed({ nonce, aud: ['baton', 'other'], azp: 'other' }),
      ],
      ['with the nonce of another sign-in', () => signed({ nonce: 'of another sign-in' })],
      ['without a nonce', () => signed({})],
      ['with another issuer', (nonce) => signed({ nonce, iss: 'https://accounts.google.com' })],
      ['without a subject', (nonce) => signed({ nonce, sub: undefined })],
      ['with a NUL character in the subject', (nonce) => signed({ nonce, sub: 'a\0b' })],
      [
        'that have expired',
        (nonce) =>
          issuer
            .idToken({ ...person, nonce })
            .setExpirationTime('-1 hour')
            .sign(issuer.privateKey),
      ],
      [
        "signed with a key that is not the issuer's",
        async (nonce) => {
          const { privateKey } = await generateKeyPair('RS256')
          return issuer.idToken({ ...person, nonce }).sign(privateKey)
        },
      ],
      [
        'that name their own key URL',
        async (nonce) => {
          const { privateKey } = await generateKeyPair('RS256')
          const header = { alg: 'RS256', kid: 'mine', jku: 'http://127.0.0.1:9/jwks' }
          return issuer.idToken({ ...person, nonce }, header).sign(privateKey)
        },
      ],
      [
        'that are not signed (alg none)',
        async (nonce) => {
          const { iss, aud } = { iss: issuer.url, aud: 'baton' }
          return new UnsecuredJWT({ ...person, nonce, iss, aud })
            .setIssuedAt()
            .setExpirationTime('1m')
            .encode()
        },
      ],
      [
        'signed with the public key as if it were a secret (HS256)',
        async (nonce) => hs256(nonce, Buffer.from(await exportSPKI(issuer.publicKey))),
      ],
      [
        'signed with our own client secret (HS256)',
        (nonce) => hs256(nonce, Buffer.from(issuer.client.secret)),
      ],
    ]
    for (const [description, forge] of forgeries) {
      it(`rejects ID tokens ${description}`, async () => {
        const shown = await signInWith(({ nonce }) => forge(nonce))
        assert.equal(shown.error, 'sign_in_failed')
        assert.equal(shown.ticket, undefined)
      })
    }

    it('rejects ID tokens that another real issuer created for the same subject', async () => {
      const shown = await signInWith(({ nonce }) => idTokenOf(evil, nonce))
      assert.equal(shown.error, 'sign_in_failed')
    })

    function signed(claims: Record<string, unknown>): Promise<string> {
      return issuer.idToken({ ...person, ...claims }).sign(issuer.privateKey)
    }

    function hs256(nonce: string, secret: Buffer): Promise<string> {
      const header = { alg: 'HS256', kid: 'good' }
      return issuer.idToken({ ...person, nonce }, header).sign(createSecretKey(secret))
    }

    /** Returns an ID token from a regular sign-in at an issuer. */
    async function idTokenOf({ url, client, person: add }: Issuer, nonce: string): Promise<string> {
      const subject = add(person, person.sub)
      const required = { response_type: 'code', client_id: client.id, scope: 'openid email profile' }
      const verifier = 'v'.repeat(43)
      const more = {
        redirect_uri: callbackUrl,
        nonce,
        code_challenge: verifier,
        code_challenge_method: 'plain',
      }
      const query = new URLSearchParams({ ...required, ...more }).toString()
      const callback = await createBrowser(server).open(`${url}/auth?${query}`, subject, isCallback)
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: callback.searchParams.get('code')!,
          redirect_uri: callbackUrl,
          code_verifier: verifier,
        }),
      })
      return ((await response.json()) as { id_token: string }).id_token
    }
  })
}
