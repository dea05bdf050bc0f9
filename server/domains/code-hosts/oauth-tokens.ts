import * as openid from 'openid-client'
import type { Config } from '../../config.ts'
import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'
import { timeoutSeconds } from '../../operations/sign-in-provider.ts'
import { HostUnavailable } from './host-unavailable.ts'
import { type AccountRow, accountPurpose, tokensOf } from './own-account.ts'

/** The tokens of an authorization. Most hosts issue tokens that don't expire; Gitea and GitHub Apps issue both. */
export interface OauthTokens {
  token: string
  refreshToken?: string
  /** Milliseconds since 1970. */
  expiresAt?: number
}

const renewBeforeMs = 60_000

export function isExpiring({ refreshToken, expiresAt }: OauthTokens): boolean {
  return refreshToken !== undefined && expiresAt !== undefined && expiresAt - renewBeforeMs < Date.now()
}

/** Returns the OAuth client that the operator registered at the code host of the configuration, if there is one. */
export function oauthClient(config: Config): openid.Configuration | undefined {
  const { GITHUB_CLIENT_ID: id, GITHUB_CLIENT_SECRET: secret, GITHUB_URL: url } = config
  // With GITHUB_ISSUER, the client is registered at another server, which has no repositories.
  if (!id || !secret || config.GITHUB_ISSUER) return undefined
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  }
  const client = new openid.Configuration(server, id, undefined, openid.ClientSecretPost(secret))
  client.timeout = timeoutSeconds
  // The configuration accepts http URLs only for this machine.
  if (url.startsWith('http:')) openid.allowInsecureRequests(client)
  return client
}

export function tokensFrom(response: openid.TokenEndpointResponse): OauthTokens {
  const { access_token, refresh_token, expires_in } = response
  return {
    token: access_token,
    ...(refresh_token !== undefined && { refreshToken: refresh_token }),
    ...(expires_in !== undefined && { expiresAt: Date.now() + expires_in * 1000 }),
  }
}

/** Renews the tokens of an account. The lock lets one of several concurrent calls use the refresh token, which works once. */
export async function refreshTokens(app: App, { id, user_id }: AccountRow): Promise<OauthTokens> {
  return app.database.transaction(async (db) => {
    const [row] = await db.run<AccountRow>(
      sql`select id, user_id, settings, secret, version from user_integrations where id = ${id} for update`,
    )
    const tokens = row && tokensOf(app, row)
    if (!tokens)
      throw new HostUnavailable('Your account at the code host was disconnected.', 'connect_account')
    if (!isExpiring(tokens)) return tokens
    const client = oauthClient(app.config)
    const response =
      client && (await openid.refreshTokenGrant(client, tokens.refreshToken!).catch(() => undefined))
    if (!response)
      throw new HostUnavailable(
        'The authorization at the code host has expired. Connect the account again.',
        'connect_account',
      )
    const renewed = { refreshToken: tokens.refreshToken!, ...tokensFrom(response) }
    const sealed = app.secrets.encrypt(accountPurpose(user_id), JSON.stringify(renewed))
    await db.run(sql`update user_integrations set secret = ${sealed} where id = ${id}`)
    return renewed
  })
}
