import type { App } from '../../operations/context.ts'
import type { CodeHost } from '../../platform/code-host.ts'
import { type HostedRepo, credentialOf } from './credential.ts'
import { HostUnavailable } from './host-unavailable.ts'
import { isRepoName } from './host-urls.ts'
import { openClient } from './open-client.ts'

export type { HostedRepo } from './credential.ts'
export { HostUnavailable } from './host-unavailable.ts'

/** A repository at its code host, opened with its credential. */
export interface RepoHost {
  host: CodeHost
  /** `owner/name`, safe in a path. */
  name: string
  /** The token for git over HTTP. Undefined for a public repository without a token. */
  gitToken: string | undefined
  /** The page of the repository. */
  webUrl: string
  /** The account at the host that requests are made with. Null if unknown. */
  login: string | null
}

/**
 * Opens the code host of a repository. Returns undefined for plain git. Throws `HostUnavailable` without a usable
 * credential. With `as`, a repository of access `person` uses the account of this user: pass the caller for changes.
 */
export async function openRepoHost(app: App, repo: HostedRepo, as?: string): Promise<RepoHost | undefined> {
  const { api_url: apiUrl, host_name: name } = repo
  if (apiUrl === null || name === null) return undefined
  if (!isRepoName(name)) throw new HostUnavailable('The name of this repository is not valid.', 'check_url')
  const { token, login } = await credentialOf(app, repo, as)
  // `user:token` is a credential for git. The API takes the token alone.
  const apiToken = token?.slice(token.indexOf(':') + 1)
  return {
    host: openClient(app, { apiUrl, token: apiToken }),
    name,
    gitToken: token,
    webUrl: repo.url.replace(/\.git$/, ''),
    login,
  }
}
