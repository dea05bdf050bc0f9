import type { Config } from '../../config.ts'
import { type AppLink, appLink } from '../../email/app-link.ts'
import type { OperationError } from '../../operations/errors.ts'

/**
 * The page that tells a refusal to the person who is looking, by its code: a page that showed what a link says would show
 * what anybody writes. Whichever way they take next, it leads to where they wanted to go.
 */
export function errorLink(
  config: Config,
  page: `/${string}`,
  { code, details }: OperationError,
  to: string = '/',
): AppLink {
  const { provider } = details
  const fragment = { error: code, ...(typeof provider === 'string' && { provider }) }
  return appLink(config, page, to === '/' ? { fragment } : { query: { to }, fragment })
}
