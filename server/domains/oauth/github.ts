import * as openid from 'openid-client'
import { z } from 'zod'
import { identityFrom } from '../accounts/identity.ts'
import { ProviderUnreachable } from './fetch-from-provider.ts'
import { type Client, type Provider, timeoutMs } from './provider.ts'

const User = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() })
const Addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub has no OpenID Connect for people: who has come is asked of its API, with the token it has just given. */
export function github(client: Client, url: string, apiUrl: string): Provider {
  const configuration = configurationOf(client, url)
  // The configuration accepts such an address on this very machine alone.
  if (url.startsWith('http:') || apiUrl.startsWith('http:')) openid.allowInsecureRequests(configuration)
  const ask = async (path: string, token: string) => {
    const headers = new Headers({ Accept: 'application/vnd.github+json' })
    const address = new URL(apiUrl + path)
    const answer = await openid.fetchProtectedResource(configuration, token, address, 'GET', null, headers)
    if (!answer.ok) throw new ProviderUnreachable(`The API answered with status ${answer.status}.`)
    return answer.json()
  }
  return {
    id: 'github',
    name: 'GitHub',
    async addressFor({ state, verifier }, redirectUri) {
      return openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    async identify({ state, verifier }, callback) {
      const { access_token: token } = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      })
      const [user, addresses] = await Promise.all([
        ask('/user', token).then((answer) => User.parse(answer)),
        ask('/user/emails', token).then((answer) => Addresses.parse(answer)),
      ])
      const address = addresses.find(({ primary }) => primary)
      return identityFrom({
        ...{ provider: 'github', issuer: url, subject: String(user.id) },
        email: address?.email ?? null,
        emailVerified: address?.verified ?? false,
        name: user.name || user.login,
      })
    },
  }
}

function configurationOf({ id, secret }: Client, url: string): openid.Configuration {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  }
  const configuration = new openid.Configuration(server, id, undefined, openid.ClientSecretPost(secret))
  configuration.timeout = timeoutMs
  return configuration
}
