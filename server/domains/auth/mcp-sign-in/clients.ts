import type { Database, Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

/** Metadata that we store for a public client (RFC 7591). */
export interface ClientMetadata {
  client_name: string
  redirect_uris: string[]
  grant_types: ['authorization_code', 'refresh_token']
  response_types: ['code']
  token_endpoint_auth_method: 'none'
  /** Native applications can use any port in a loopback redirect (RFC 8252, section 7.3). */
  application_type: 'native'
}

/** Error of an invalid client registration, with an OAuth error code. */
export class UnfitClient extends Error {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(error: UnfitClient['error'], message: string) {
    super(message)
    this.error = error
  }
}

const maxRedirects = 20
const maxRedirectLength = 1000

/** Validates the metadata that a client sends and drops all fields that we do not use. */
export function publicClient(given: unknown): ClientMetadata {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UnfitClient('invalid_client_metadata', 'Send a JSON object.')
  const { client_name: name, redirect_uris: redirects } = given as Record<string, unknown>
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > maxRedirects)
    throw new UnfitClient('invalid_redirect_uri', `Send 1 to ${maxRedirects} redirect_uris.`)
  return {
    client_name: (typeof name === 'string' && printableName(name)) || 'Unnamed client',
    redirect_uris: redirects.map(parseRedirect),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  }
}

/** Returns a redirect URI that uses TLS or leads to the user's own machine. Rejects any other. */
function parseRedirect(given: unknown): string {
  // RFC 3986: a URI is visible ASCII. The URL parser would accept NUL, which the database rejects.
  const isUri = typeof given === 'string' && given.length <= maxRedirectLength && /^[\x21-\x7e]+$/.test(given)
  const url = isUri ? URL.parse(given) : null
  const isAllowed =
    url && (url.protocol === 'https:' ? !isLoopback(url) : url.protocol === 'http:' && isLoopback(url))
  if (!isAllowed || url.username || url.password || url.href.includes('#'))
    throw new UnfitClient(
      'invalid_redirect_uri',
      'A redirect URI must use https, or http with the host localhost, 127.0.0.1 or [::1].',
    )
  return given as string
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

/** Removes control and format characters, which could falsify how the consent page shows the name. */
function printableName(name: string): string {
  return name
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 80)
}

export async function storeClient(db: Queries, id: string, metadata: object): Promise<void> {
  await db.run(sql`insert into mcp_oauth_clients (id, metadata) values (${id}, ${JSON.stringify(metadata)})`)
}

export async function findClient(db: Queries, id: string): Promise<object | undefined> {
  const [row] = await db.run<{ metadata: object }>(
    sql`select metadata from mcp_oauth_clients where id = ${id}`,
  )
  return row && { ...row.metadata, client_id: id }
}

export async function noteUse(db: Queries, id: string): Promise<void> {
  await db.run(sql`update mcp_oauth_clients set used_at = now() where id = ${id}`)
}

/** Deletes clients that were not allowed within a day or not used for 90 days. Registration is open to anyone. */
export async function purgeClients(database: Database): Promise<void> {
  await database.run(
    sql`delete from mcp_oauth_clients
      where used_at is null and created_at < now() - interval '1 day' or used_at < now() - interval '90 days'`,
  )
}
