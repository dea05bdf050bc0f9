import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, type JWTHeaderParameters, SignJWT, exportJWK, generateKeyPair } from 'jose'
import { closeServer } from './oidc.ts'

/** A provider that a test can make misbehave: the test writes its ID tokens. */
export interface ScriptedIssuer {
  url: string
  client: { id: string; secret: string }
  privateKey: CryptoKey
  publicKey: CryptoKey
  /** Returns the ID token for the next sign-in. */
  issueIdToken: (request: { nonce: string }) => Promise<string>
  /** Returns a valid ID token, except for the given claims. */
  idToken(claims: Record<string, unknown>, header?: JWTHeaderParameters): SignJWT
  close(): Promise<void>
}

export async function startScriptedIssuer(): Promise<ScriptedIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = [{ ...(await exportJWK(publicKey)), use: 'sig', alg: 'RS256', kid: 'good' }]
  const nonces = new Map<string, string>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, issuer.url)
    const send = (body: unknown) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    }
    if (pathname === '/.well-known/openid-configuration') return send(metadata(issuer.url))
    if (pathname === '/jwks') return send({ keys })
    if (pathname === '/authorize') {
      const code = crypto.randomUUID()
      nonces.set(code, searchParams.get('nonce')!)
      const back = new URL(searchParams.get('redirect_uri')!)
      back.search = new URLSearchParams({ code, state: searchParams.get('state')! }).toString()
      return void response.writeHead(302, { Location: back.href }).end()
    }
    let body = ''
    request.on('data', (bytes: Buffer) => (body += bytes.toString()))
    request.on('end', () => {
      const code = new URLSearchParams(body).get('code')!
      void issuer
        .issueIdToken({ nonce: nonces.get(code)! })
        .then((id_token) => send({ access_token: 'access', token_type: 'Bearer', id_token }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: ScriptedIssuer = {
    url,
    client: { id: 'baton', secret: 'the secret that we share with the scripted issuer' },
    privateKey,
    publicKey,
    issueIdToken: () => Promise.reject(new Error('The test has not set a response.')),
    idToken: (claims, header = { alg: 'RS256', kid: 'good' }) =>
      new SignJWT({
        iss: url,
        aud: 'baton',
        sub: 'subject',
        email_verified: true,
        name: 'Someone',
        ...claims,
      })
        .setIssuedAt()
        .setExpirationTime('1 minute')
        .setProtectedHeader(header),
    close: () => closeServer(server),
  }
  return issuer
}

/** Claims to accept the weakest algorithms, as a compromised issuer would. */
function metadata(url: string) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  }
}
