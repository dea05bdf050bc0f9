import { z } from 'zod'
import type { App } from '../../operations/context.ts'
import type { Inspected } from '../../platform/code-host.ts'
import { CodeHostFailure } from '../../platform/code-host.ts'
import { type Installation, appLogin, requestToken } from './app-token.ts'
import { explainHostFailure } from './explain-host-failure.ts'
import { type HostUrls, knownHost, possibleApis } from './host-urls.ts'
import { fixes } from './host-unavailable.ts'
import { openClient } from './open-client.ts'

/** The result of testing a credential at its code host. */
export const HostTest = z
  .object({
    ok: z.boolean().describe('Whether the code host accepts the credential.'),
    login: z.string().nullable().describe('Account or app at the code host.'),
    scopes: z.array(z.string()).describe('Scopes of the token, or permissions of the app.'),
    missingScopes: z.array(z.string()).describe('Scopes that Baton needs for all its features.'),
    rateLimit: z
      .object({ limit: z.int(), remaining: z.int(), resetsAt: z.iso.datetime() })
      .nullable()
      .describe('Requests per hour and those left. Null if the host reports none.'),
    failure: z.string().nullable().describe('Reason why the test failed, and what to do.'),
    fix: z.enum(fixes).nullable().describe('Step that resolves the failure.'),
  })
  .meta({ id: 'CodeHostTest' })
export type HostTest = z.output<typeof HostTest>

/** Scopes of a token. Tokens with permissions of their own and tokens of Gitea don't report any. */
export const tokenScopes = ['repo']

/** Permissions of an app. `write` includes `read`. */
const appPermissions = {
  contents: 'write',
  pull_requests: 'write',
  checks: 'read',
  statuses: 'read',
  repository_hooks: 'write',
}

/** A credential to test: a token, or the installation of an app. */
export type Tested = { token: string } | { app: Omit<Installation, 'apiUrl'> }

const User = z.object({ login: z.string().min(1) })

/** Tests a credential. Throws the failure of the request. */
async function inspectHost(app: App, apiUrl: string, tested: Tested): Promise<HostTest> {
  if ('app' in tested) return inspectInstallation(app, { ...tested.app, apiUrl })
  const inspected = await openClient(app, { apiUrl, token: tested.token }).inspect('/user')
  const { scopes } = inspected
  const missing = scopes === null ? [] : tokenScopes.filter((scope) => !scopes.includes(scope))
  return passed(inspected, User.parse(inspected.body).login, scopes ?? [], missing)
}

async function inspectInstallation(app: App, of: Installation): Promise<HostTest> {
  const { token, permissions } = await requestToken(app, of)
  const inspected = await openClient(app, { apiUrl: of.apiUrl, token }).inspect('/rate_limit')
  const missing = Object.entries(appPermissions).filter(
    ([name, level]) => permissions[name] !== 'write' && permissions[name] !== level,
  )
  const shown = (entries: [string, string][]) => entries.map(([name, level]) => `${name}:${level}`)
  return passed(inspected, await appLogin(app, of), shown(Object.entries(permissions)), shown(missing))
}

function passed(
  { rateLimit }: Inspected,
  login: string,
  scopes: string[],
  missingScopes: string[],
): HostTest {
  return { ok: true, login, scopes, missingScopes, rateLimit, failure: null, fix: null }
}

/** Tests a credential, and explains a failure. */
export async function testHost(app: App, apiUrl: string, tested: Tested): Promise<HostTest> {
  try {
    return await inspectHost(app, apiUrl, tested)
  } catch (error) {
    const { message: failure, fix } = isElsewhere(error, tested)
      ? { message: `${apiUrl} isn't the API of a code host. Check the URL.`, fix: 'check_url' as const }
      : explainHostFailure({ host: new URL(apiUrl).host }, error)
    return { ok: false, login: null, scopes: [], missingScopes: [], rateLimit: null, failure, fix }
  }
}

/** Returns whether no API is at this URL. An app gets the same status if it has no such installation. */
function isElsewhere(error: unknown, tested: Tested): boolean {
  return error instanceof CodeHostFailure && error.status === 404 && 'token' in tested
}

/**
 * Finds the API of a code host and tests the credential there. Tries the URLs of the known products if the API isn't
 * known. The credential is sent only to the given host.
 */
export async function testNewHost(
  app: App,
  { webUrl, apiUrl }: { webUrl: string; apiUrl?: string | undefined },
  tested: Tested,
): Promise<{ urls: HostUrls; result: HostTest }> {
  const known = apiUrl ?? knownHost(app.config, webUrl)?.apiUrl
  const tests = []
  for (const candidate of known === undefined ? possibleApis(webUrl) : [known]) {
    const result = await testHost(app, candidate, tested)
    const test = { urls: { webUrl, apiUrl: candidate }, result }
    if (result.fix !== 'check_url' && result.fix !== 'grant_access') return test
    tests.push(test)
  }
  return tests[0]!
}
