import { createHash } from 'node:crypto'
import type { App } from '../../operations/context.ts'
import { type CodeHost, openCodeHost } from '../../platform/code-host.ts'
import { NotAllowed } from '../../platform/external-url.ts'
import { requireSafe } from '../../platform/git-remote.ts'
import { HostUnavailable } from './host-unavailable.ts'

/** Clients to keep per node. Each remembers responses for conditional requests. */
const maxClients = 32

const clients = new WeakMap<App, Map<string, CodeHost>>()

/**
 * Returns the client for an API and a token. Clients are shared by token and never between tokens, because they remember
 * responses.
 */
export function openClient(
  app: App,
  { apiUrl, token }: { apiUrl: string; token: string | undefined },
): CodeHost {
  const { GITHUB_API_URL, REPO_HOSTS } = app.config
  const isTrusted = apiUrl === GITHUB_API_URL
  if (!isTrusted) requireAllowed(apiUrl, REPO_HOSTS)
  const known = clients.get(app) ?? new Map<string, CodeHost>()
  clients.set(app, known)
  const key = createHash('sha256')
    .update(`${apiUrl}\n${token ?? ''}`)
    .digest('base64url')
  const client = known.get(key) ?? openCodeHost({ apiUrl, token, isTrusted, allowed: REPO_HOSTS })
  // The least recently used client is the first one.
  known.delete(key)
  known.set(key, client)
  if (known.size > maxClients) known.delete(known.keys().next().value!)
  return client
}

/** Checks a stored URL again, because the operator can remove a host from REPO_HOSTS. */
function requireAllowed(apiUrl: string, allowed: readonly string[]): void {
  try {
    requireSafe(apiUrl, allowed)
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    throw new HostUnavailable(`Baton can't use the code host at ${apiUrl}. ${error.message}`, 'check_url')
  }
}
