import type { Config } from '../../config.ts'
import { type AppLink, appLink } from '../../mail/app-link.ts'
import type { Refusal } from '../../operations/errors.ts'

/**
 * The page that tells a refusal to the person who is looking. What a provider has said itself is not repeated. Whichever
 * way they take next, it leads to where they wanted to go.
 */
export function tellOn(
  config: Config,
  page: `/${string}`,
  { code, message }: Refusal,
  to: string = '/',
): AppLink {
  const fragment = { error: code, detail: message }
  return appLink(config, page, to === '/' ? { fragment } : { query: { to }, fragment })
}
