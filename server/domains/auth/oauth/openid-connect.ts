import * as openid from 'openid-client'
import { identityFrom, providerName } from '../accounts/identity.ts'
import {
  type Client,
  type Provider,
  type ProviderId,
  timeoutSeconds,
} from '../../../operations/sign-in-provider.ts'

/** Creates an OpenID Connect provider. Discovers keys and endpoints from the configured issuer. */
export function openIdConnect(id: ProviderId, client: Client, issuer: URL): Provider {
  const loadConfiguration = cacheForAnHour(() => discover(issuer, client))
  return {
    id,
    name: providerName(id),
    async authorizationUrl({ state, nonce, verifier }, redirectUri) {
      return openid.buildAuthorizationUrl(await loadConfiguration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    async identify({ state, nonce, verifier }, callback) {
      const configuration = await loadConfiguration()
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      const { iss, sub, ...claims } = tokens.claims()!
      // The email address and its verified flag must come from the same source.
      const isComplete = claims.email !== undefined && claims.name !== undefined
      const profile =
        isComplete || !configuration.serverMetadata().userinfo_endpoint
          ? claims
          : await openid.fetchUserInfo(configuration, tokens.access_token, sub)
      return identityFrom({
        provider: id,
        issuer: iss,
        subject: sub,
        email: text(profile.email),
        emailVerified: profile.email_verified === true,
        name: text(profile.name) ?? text(profile.preferred_username),
      })
    },
  }
}

function discover(issuer: URL, client: Client): Promise<openid.Configuration> {
  // By default, the library relies on TLS and does not verify the signature of an ID token.
  const execute = [openid.enableNonRepudiationChecks]
  // The configuration accepts http issuers only for this machine.
  if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests)
  const authentication = authenticationOf(client)
  return openid.discovery(issuer, client.id, undefined, authentication, { timeout: timeoutSeconds, execute })
}

/** Selects the client authentication. OpenID Connect defaults to Basic unless the issuer lists its methods. */
function authenticationOf({ secret }: Client): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (supported.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

function text(claim: unknown): string | null {
  return typeof claim === 'string' ? claim : null
}

const hourMs = 3_600_000

/** Caches the result of `load` for an hour. Does not cache failures. */
function cacheForAnHour<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  let expiresAt = 0
  return () => {
    if (!value || Date.now() > expiresAt) {
      expiresAt = Date.now() + hourMs
      value = load()
      value.catch(() => (value = undefined))
    }
    return value
  }
}
