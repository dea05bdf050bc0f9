import type { App } from '../../../operations/context.ts'
import { fetchExternal } from '../../../platform/fetch-external.ts'
import type { SignInOptions } from './authorization-server.ts'

/** Metadata documents of common clients. Any HTTP response shows that this server can reach such hosts. */
const knownDocuments = [
  'https://claude.ai/oauth/claude-code-client-metadata',
  'https://chatgpt.com/oauth/codex/client.json',
  'https://vscode.dev/oauth/client-metadata.json',
]
const timeoutMs = 2500
const maxBytes = 1024
/** Time after which a result is checked again. Until the check is done, the earlier result applies. */
const recheckMs = { reachable: 60 * 60_000, unreachable: 5 * 60_000 }

/**
 * Returns a function that resolves to whether clients can identify themselves with a metadata document. Clients prefer
 * a document to a registration, and a sign-in fails if this server can't fetch it. A server without outbound network
 * access must therefore not advertise documents. The first call sends the requests, so that a server that no client
 * signs in to sends none.
 */
export function createDocumentSupport(
  { config, log }: Pick<App, 'config' | 'log'>,
  { document, probes = knownDocuments }: SignInOptions = {},
): () => Promise<boolean> {
  const setting = config.MCP_CLIENT_DOCUMENTS
  if (setting !== 'auto') return async () => setting === 'on'
  let known: boolean | undefined
  let recheckAt = 0
  let pending: Promise<boolean> | undefined
  const check = async () => {
    const options = { ...document, timeoutMs, maxBytes, isExcerpt: true }
    const isReachable = await Promise.any(probes.map((url) => fetchExternal(url, options))).then(
      () => true,
      () => false,
    )
    if (isReachable !== known)
      log.info(
        isReachable
          ? 'MCP clients can identify themselves with metadata documents'
          : "MCP client metadata documents can't be fetched, so clients must register",
      )
    known = isReachable
    recheckAt = Date.now() + recheckMs[isReachable ? 'reachable' : 'unreachable']
    pending = undefined
    return isReachable
  }
  return async () => {
    if (Date.now() >= recheckAt) pending ??= check()
    return known ?? pending!
  }
}
