import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'
import type { HostUrls } from './host-urls.ts'
import { configuredHost, knownHost, possibleApis } from './host-urls.ts'
import type { Fix } from './host-unavailable.ts'
import { type OauthTokens, isExpiring, refreshTokens } from './oauth-tokens.ts'

/** The settings of the integration `github`: the account of a person at a code host. */
export interface AccountSettings {
  label?: string | null
  /** The web URL. Null: the host of the configuration. */
  baseUrl?: string | null
  hint?: string | null
  /** The API at which the host was found when the account was verified. */
  apiUrl?: string
  method?: 'oauth' | 'token'
  login?: string | null
  scopes?: string[]
  /** The result of the last check, if it failed. */
  failure?: string | null
  fix?: Fix | null
}

export interface AccountRow {
  id: string
  user_id: string
  settings: AccountSettings
  secret: Buffer
  version: number
}

/** The account of a person at a code host, ready to use. */
export interface OwnAccount extends HostUrls {
  userId: string
  token: string
  login: string | null
}

/** The purpose under which the secret of an integration is encrypted. */
export function accountPurpose(userId: string): string {
  return `integration github ${userId}`
}

export async function findAccountRow(db: Queries, userId: string): Promise<AccountRow | undefined> {
  const [row] = await db.run<AccountRow>(
    sql`select id, user_id, settings, secret, version from user_integrations
      where user_id = ${userId} and provider = 'github'`,
  )
  return row
}

/**
 * Returns the person's account with its token. Renews an OAuth token that is about to expire. Call it only for requests
 * that this person makes or consented to.
 */
export async function openOwnAccount(app: App, userId: string): Promise<OwnAccount | undefined> {
  const row = await findAccountRow(app.database, userId)
  if (!row) return undefined
  const tokens = tokensOf(app, row)
  const { token } = isExpiring(tokens) ? await refreshTokens(app, row) : tokens
  return { userId, token, login: row.settings.login ?? null, ...urlsOf(app, row.settings) }
}

export function urlsOf({ config }: App, { baseUrl, apiUrl }: AccountSettings): HostUrls {
  const webUrl = baseUrl ?? config.GITHUB_URL
  const known = baseUrl ? knownHost(config, baseUrl) : configuredHost(config)
  // An account that was stored before accounts were verified has no API yet.
  return known ?? { webUrl, apiUrl: apiUrl ?? possibleApis(webUrl)[0]! }
}

export function tokensOf(app: App, { user_id, settings, secret }: AccountRow): OauthTokens {
  const text = app.secrets.decrypt(accountPurpose(user_id), secret)
  return settings.method === 'oauth' ? (JSON.parse(text) as OauthTokens) : { token: text }
}
