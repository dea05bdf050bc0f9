import type { Config } from '../../../config.ts'
import { type AppLink, appLink } from '../../../email/app-link.ts'
import type { OperationError } from '../../../errors/errors.ts'

/**
 * Returns the dashboard link that shows an error to the user. The link carries only the error code, because a page that
 * displays text from its URL could be abused. It keeps the destination for the user's next attempt.
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
