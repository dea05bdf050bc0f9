import * as openid from 'openid-client'
import { z } from 'zod'
import { identityFrom } from '../accounts/identity.ts'
import { ProviderUnreachable } from './fetch-from-provider.ts'
import { type Client, type Provider, timeoutSeconds } from '../../../operations/sign-in-provider.ts'

const User = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() })
const Addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** Creates the GitHub provider. GitHub has no OpenID Connect for users, so the identity comes from its API. */
export function github(client: Client, url: string, apiUrl: string): Provider {
  const configuration = createConfiguration(client, url)
  // The configuration accepts http URLs only for this machine.
  if (url.startsWith('http:') || apiUrl.startsWith('http:')) openid.allowInsecureRequests(configuration)
  const fetchFromApi = async (path: string, token: string) => {
    const headers = new Headers({ Accept: 'application/vnd.github+json' })
    const address = new URL(apiUrl + path)
    const response = await openid.fetchProtectedResource(configuration, token, address, 'GET', null, headers)
    if (!response.ok) throw new ProviderUnreachable(`The API returned status ${response.status}.`)
    return response.json()
  }
  return {
    id: 'github',
    name: 'GitHub',
    async authorizationUrl({ state, verifier }, redirectUri) {
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
        fetchFromApi('/user', token).then((body) => User.parse(body)),
        fetchFromApi('/user/emails', token).then((body) => Addresses.parse(body)),
      ])
      const address = addresses.find(({ primary }) => primary)
      return identityFrom({
        provider: 'github',
        issuer: url,
        subject: String(user.id),
        email: address?.email ?? null,
        emailVerified: address?.verified ?? false,
        name: user.name || user.login,
      })
    },
  }
}

function createConfiguration({ id, secret }: Client, url: string): openid.Configuration {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  }
  const configuration = new openid.Configuration(server, id, undefined, openid.ClientSecretPost(secret))
  configuration.timeout = timeoutSeconds
  return configuration
}
