import { rejectField } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { testNewHost } from './host-test.ts'
import { type AccountSettings, findAccountRow } from './own-account.ts'

/**
 * Tests the token of a person at their code host before it is stored. Returns the account that it belongs to, or
 * undefined without a new token.
 */
export async function verifyToken(
  app: App,
  userId: string,
  token: string | undefined,
  baseUrl: string | null | undefined,
): Promise<AccountSettings | undefined> {
  const known = await findAccountRow(app.database, userId)
  const knownUrl = known?.settings.baseUrl ?? null
  if (token === undefined) {
    // The stored token belongs to the known host. It must not be sent to another one.
    if (known && baseUrl !== undefined && baseUrl !== knownUrl)
      rejectField('secret', 'Enter the token for the new URL. The stored one belongs to another code host.')
    return undefined
  }
  const webUrl = (baseUrl === undefined ? knownUrl : baseUrl) ?? app.config.GITHUB_URL
  const { urls, result } = await testNewHost(app, { webUrl }, { token })
  const isUrlWrong = result.fix === 'check_url' && baseUrl
  if (!result.ok) rejectField(isUrlWrong ? 'baseUrl' : 'secret', result.failure!)
  const { login, scopes } = result
  return { method: 'token', apiUrl: urls.apiUrl, login, scopes, failure: null, fix: null }
}
