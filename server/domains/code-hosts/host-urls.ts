import type { Config } from '../../config.ts'
import { rejectField } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { NotAllowed, requirePublicName } from '../../platform/external-url.ts'
import { requireSafe } from '../../platform/git-remote.ts'

/** The web URL of a code host and the URL of its REST API. */
export interface HostUrls {
  webUrl: string
  apiUrl: string
}

/** The code host of the configuration: github.com, or the operator's own. */
export function configuredHost({ GITHUB_URL, GITHUB_API_URL }: Config): HostUrls {
  return { webUrl: GITHUB_URL, apiUrl: GITHUB_API_URL }
}

/** Returns the API of a well-known host, or undefined if only a request can find it. */
export function knownHost(config: Config, webUrl: string): HostUrls | undefined {
  if (webUrl === config.GITHUB_URL) return configuredHost(config)
  const { protocol, host } = new URL(webUrl)
  if (protocol !== 'https:') return undefined
  if (host === 'github.com') return { webUrl, apiUrl: 'https://api.github.com' }
  return host.endsWith('.ghe.com') ? { webUrl, apiUrl: `https://api.${host}` } : undefined
}

/** The URLs at which a self-hosted code host can have its API: GitHub Enterprise, then Gitea and Forgejo. */
export function possibleApis(webUrl: string): string[] {
  return [`${webUrl}/api/v3`, `${webUrl}/api/v1`]
}

/**
 * Returns the URL without trailing slashes. Requires https and the public internet, except for hosts in REPO_HOSTS and
 * for the host of the configuration.
 */
export function normalizeHostUrl({ config }: App, field: string, input: string): string {
  const trimmed = input.trim().replace(/\/+$/, '')
  if (trimmed === config.GITHUB_URL || trimmed === config.GITHUB_API_URL) return trimmed
  try {
    const url = requireSafe(trimmed, config.REPO_HOSTS)
    requirePublicName(url, config.REPO_HOSTS)
    return url.href.replace(/\/+$/, '')
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    return rejectField(field, `${error.message} Use a URL such as https://git.example.com.`)
  }
}

/** Returns whether a URL is at this host, so that the host's token can be sent there. */
export function isAtHost(webUrl: string, link: string): boolean {
  const [base, url] = [URL.parse(webUrl), URL.parse(link)]
  if (!base || url?.origin !== base.origin) return false
  return url.pathname.startsWith(`${base.pathname.replace(/\/+$/, '')}/`)
}

/** Returns `owner/name` of a repository URL at this host, or undefined. */
export function nameAtHost(webUrl: string, link: string): string | undefined {
  if (!isAtHost(webUrl, link)) return undefined
  const path = new URL(link).pathname.slice(new URL(webUrl).pathname.replace(/\/+$/, '').length + 1)
  const name = path.replace(/\/+$/, '').replace(/\.git$/, '')
  return isRepoName(name) ? name : undefined
}

/** Returns whether this is `owner/name` without characters that change a path. */
export function isRepoName(name: string): boolean {
  const parts = name.split('/')
  return parts.length === 2 && parts.every((part) => /^[\w.-]{1,100}$/.test(part) && !/^\.+$/.test(part))
}
