import type { Config } from '../config.ts'

/** An address of this instance that a mail may hold: `appLink` alone makes one. */
export type AppLink = string & { readonly [made]: true }
declare const made: unique symbol

/**
 * Built from APP_URL and never from a request, whose sender would otherwise choose where a mail leads. Secrets go into
 * the fragment: browsers send it to no server, so it is in no log and in no Referer.
 */
export function appLink(
  { APP_URL }: Pick<Config, 'APP_URL'>,
  path: `/${string}`,
  { query, fragment }: { query?: Record<string, string>; fragment?: Record<string, string> } = {},
): AppLink {
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const hash = fragment ? `#${new URLSearchParams(fragment).toString()}` : ''
  return `${APP_URL}${path}${search}${hash}` as AppLink
}
