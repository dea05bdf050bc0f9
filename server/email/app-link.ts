import type { Config } from '../config.ts'

/** A URL of this instance that an email may contain. Only `appLink` creates one. */
export type AppLink = string & { readonly [brand]: true }
declare const brand: unique symbol

/**
 * Builds a link from APP_URL, never from a request: otherwise the sender of the request could choose where the link in
 * an email leads. Secrets go into the fragment. Browsers don't send it, so it reaches no log and no Referer header.
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
