import type { Database, Queries } from '../../database/connect.ts'

/** What a client says of itself, as far as we take it: RFC 7591, for those that have no secret. */
export interface ClientMetadata {
  client_name: string
  redirect_uris: string[]
  grant_types: ['authorization_code', 'refresh_token']
  response_types: ['code']
  token_endpoint_auth_method: 'none'
  /** What keeps to the rules for redirects to a program on the person's own machine: any port is right there. */
  application_type: 'native'
}

/** What is wrong with it, in the words that OAuth clients know. */
export class UnfitClient extends Error {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(error: UnfitClient['error'], message: string) {
    super(message)
    this.error = error
  }
}

const mostRedirects = 20
const longestRedirect = 1000

/** Takes what a client says of itself and leaves out what we do not need; what it cannot be is refused. */
export function publicClient(given: unknown): ClientMetadata {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UnfitClient('invalid_client_metadata', 'Send a JSON object.')
  const { client_name: name, redirect_uris: redirects } = given as Record<string, unknown>
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > mostRedirects)
    throw new UnfitClient('invalid_redirect_uri', `Name 1 to ${mostRedirects} redirect_uris.`)
  return {
    client_name: (typeof name === 'string' && visible(name)) || 'A client without a name',
    redirect_uris: redirects.map(redirect),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  }
}

/** To a program on the person's own machine, or over TLS. */
function redirect(given: unknown): string {
  // RFC 3986: a URI is visible ASCII. The URL parser would accept NUL, which the database rejects.
  const isUri = typeof given === 'string' && given.length <= longestRedirect && /^[\x21-\x7e]+$/.test(given)
  const url = isUri ? URL.parse(given) : null
  const fine =
    url && (url.protocol === 'https:' ? !isLoopback(url) : url.protocol === 'http:' && isLoopback(url))
  if (!fine || url.username || url.password || url.href.includes('#'))
    throw new UnfitClient(
      'invalid_redirect_uri',
      'A redirect URI is an https address, or http to localhost, 127.0.0.1 or [::1].',
    )
  return given as string
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

/** Somebody is shown it when they decide: it must not steer how it is shown. */
function visible(name: string): string {
  return name
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 80)
}

export async function storeClient(db: Queries, id: string, metadata: object): Promise<void> {
  await db.run('insert into mcp_oauth_clients (id, metadata) values ($1, $2)', [id, JSON.stringify(metadata)])
}

export async function findClient(db: Queries, id: string): Promise<object | undefined> {
  const [row] = await db.run<{ metadata: object }>('select metadata from mcp_oauth_clients where id = $1', [
    id,
  ])
  return row && { ...row.metadata, client_id: id }
}

export async function noteUse(db: Queries, id: string): Promise<void> {
  await db.run('update mcp_oauth_clients set used_at = now() where id = $1', [id])
}

/** Anybody may register. Who was let in by nobody within a day, or has not come for long, is forgotten. */
export async function purgeClients(database: Database): Promise<void> {
  await database.run(
    `delete from mcp_oauth_clients
      where used_at is null and created_at < now() - interval '1 day' or used_at < now() - interval '90 days'`,
  )
}
