import { createHash, randomUUID } from 'node:crypto'
import { type Reply, json } from './reply.ts'
import { type State, newToken } from './state.ts'

export interface OAuthClient {
  clientId: string
  clientSecret: string
  /** The lifetime of tokens in seconds, with a refresh token. Default: they don't expire. */
  expiresIn?: number
}

interface Grant {
  challenge: string | null
  redirectUri: string
  scopes: string[]
  login: string
}

/** The sign-in of an OAuth app (RFC 6749 with PKCE, RFC 7636). The user consents immediately. */
export function createOAuth(state: State) {
  const client: OAuthClient = { clientId: 'forge-client', clientSecret: newToken('secret') }
  const grants = new Map<string, Grant>()
  /** The grants of refresh tokens. Each works once. */
  const renewals = new Map<string, Pick<Grant, 'scopes' | 'login'>>()

  /** The logins of the tokens that were issued. */
  const issuedTo = new Map<string, string>()

  function issue(grant: Pick<Grant, 'scopes' | 'login'>): Reply {
    const { login, scopes } = grant
    const token = newToken('gho')
    state.actors.set(token, { login, scopes, isApp: false })
    issuedTo.set(token, login)
    const issued = { access_token: token, token_type: 'bearer', scope: scopes.join(',') }
    if (client.expiresIn === undefined) return json(200, issued)
    const refresh_token = newToken('ghr')
    renewals.set(refresh_token, grant)
    return json(200, { ...issued, refresh_token, expires_in: client.expiresIn })
  }

  return {
    client,
    authorize(query: URLSearchParams, login: string | undefined): Reply {
      if (query.get('client_id') !== client.clientId || !login) return json(404, { message: 'Not Found' })
      const code = randomUUID()
      const redirectUri = query.get('redirect_uri') ?? ''
      const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean)
      grants.set(code, { challenge: query.get('code_challenge'), redirectUri, scopes, login })
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', query.get('state') ?? '')
      return { status: 302, headers: { Location: back.href }, body: '' }
    },
    /** Deletes the authorization of a token's user for this client, with all its tokens. */
    deleteGrant(authorization: string, token: unknown): Reply {
      const expected = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
      const login = issuedTo.get(String(token))
      if (authorization !== `Basic ${expected}` || login === undefined)
        return json(404, { message: 'Not Found' })
      for (const [issued, owner] of issuedTo)
        if (owner === login) {
          issuedTo.delete(issued)
          state.actors.delete(issued)
        }
      for (const [refresh, grant] of renewals) if (grant.login === login) renewals.delete(refresh)
      return json(204, null)
    },
    exchange(given: URLSearchParams): Reply {
      const renewal = renewals.get(given.get('refresh_token') ?? '')
      renewals.delete(given.get('refresh_token') ?? '')
      const grant = grants.get(given.get('code') ?? '')
      grants.delete(given.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(given.get('code_verifier') ?? '')
        .digest('base64url')
      const isClient =
        given.get('client_id') === client.clientId && given.get('client_secret') === client.clientSecret
      // GitHub responds with status 200 even to a rejected request.
      if (!isClient) return json(200, { error: 'incorrect_client_credentials' })
      if (renewal) return issue(renewal)
      if (
        !grant ||
        grant.redirectUri !== given.get('redirect_uri') ||
        (grant.challenge ?? challenge) !== challenge
      )
        return json(200, { error: 'bad_verification_code' })
      return issue(grant)
    },
  }
}
