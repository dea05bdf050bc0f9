import type { Config } from '../../config.ts'
import { type AppLink, appLink } from '../../mail/app-link.ts'
import type { Refusal } from '../../operations/errors.ts'

/** The page that tells a refusal to the person who is looking. What a provider has said itself is not repeated. */
export function tellOn(
  config: Config,
  page: `/${string}`,
  { code, message }: Refusal,
  more: { query?: Record<string, string> } = {},
): AppLink {
  return appLink(config, page, { ...more, fragment: { error: code, detail: message } })
}
