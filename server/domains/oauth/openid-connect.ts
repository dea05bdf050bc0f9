import * as openid from 'openid-client'
import { identityFrom, providerName } from '../accounts/identity.ts'
import { type Client, type Provider, type ProviderId, timeoutMs } from './provider.ts'

/** A provider that speaks OpenID Connect. Its keys and addresses come from the issuer that the operator has named. */
export function openIdConnect(id: ProviderId, client: Client, issuer: URL): Provider {
  const discovered = kept(() => discover(issuer, client))
  return {
    id,
    name: providerName(id),
    async addressFor({ state, nonce, verifier }, redirectUri) {
      return openid.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        ...{ state, nonce },
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    async identify({ state, nonce, verifier }, callback) {
      const configuration = await discovered()
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      const { iss, sub, ...claims } = tokens.claims()!
      // The address and whether it is verified are taken from one place, never half from each.
      const told = claims.email !== undefined && claims.name !== undefined
      const about =
        told || !configuration.serverMetadata().userinfo_endpoint
          ? claims
          : await openid.fetchUserInfo(configuration, tokens.access_token, sub)
      return identityFrom({
        ...{ provider: id, issuer: iss, subject: sub },
        email: text(about.email),
        emailVerified: about.email_verified === true,
        name: text(about.name) ?? text(about.preferred_username),
      })
    },
  }
}

function discover(issuer: URL, client: Client): Promise<openid.Configuration> {
  // Without this the library trusts the connection, and does not look at the signature of an ID token.
  const execute = [openid.enableNonRepudiationChecks]
  // The configuration accepts such an issuer on this very machine alone.
  if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests)
  const authentication = authenticationOf(client)
  return openid.discovery(issuer, client.id, undefined, authentication, { timeout: timeoutMs, execute })
}

/** Basic authentication is what OpenID Connect assumes, unless the issuer lists what it takes. */
function authenticationOf({ secret }: Client): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (taken.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

function text(claim: unknown): string | null {
  return typeof claim === 'string' ? claim : null
}

const hour = 3_600_000

/** Makes a thing when it is first asked for, and again every hour. What could not be made is tried again at once. */
function kept<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let thing: Promise<Thing> | undefined
  let until = 0
  return () => {
    if (!thing || Date.now() > until) {
      until = Date.now() + hour
      thing = make()
      thing.catch(() => (thing = undefined))
    }
    return thing
  }
}
