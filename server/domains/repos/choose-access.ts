import { rejectField, reject } from '../../errors/errors.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { App } from '../../operations/context.ts'
import { CodeHostFailure } from '../../platform/code-host.ts'
import { connectionsOf } from '../code-hosts/connection.ts'
import { connectionToken } from '../code-hosts/connection-row.ts'
import { explainHostFailure } from '../code-hosts/explain-host-failure.ts'
import { type HostUrls, isAtHost, knownHost, nameAtHost, possibleApis } from '../code-hosts/host-urls.ts'
import { type FoundRepo, accountOfCaller, readRemoteRepo } from './remote-repo.ts'

/** The credential with which a new repository is read, and the repository at its code host. */
export interface ChosenAccess {
  access: 'token' | 'person' | 'organization'
  /** The token for git. */
  gitToken: string | undefined
  codeHostId: string | null
  /** Null for plain git: no API is known, or no credential for it. */
  found: FoundRepo | null
}

export interface AskedAccess {
  /** The URL of the repository. */
  address: string
  access: ChosenAccess['access'] | undefined
  token: string | undefined
}

type Granted = Pick<InOrganization, 'caller' | 'user' | 'organization'>

/** A credential of the caller or of their organization that belongs to the host of the repository. */
interface Candidate extends HostUrls {
  access: 'person' | 'organization'
  token: string
  codeHostId: string | null
}

/**
 * Chooses the credential for a repository: the given token, the caller's own account, the connection of the organization,
 * or none. Without `access`, the first one that can read it.
 */
export async function chooseAccess(
  app: App,
  granted: Granted,
  { address, access, token }: AskedAccess,
): Promise<ChosenAccess> {
  if (token !== undefined) {
    if (access !== undefined && access !== 'token')
      rejectField('token', 'Pass "token" only with "access": "token".')
    return {
      access: 'token',
      gitToken: token,
      codeHostId: null,
      found: await findByToken(app, address, token),
    }
  }
  const none = { access: 'token' as const, gitToken: undefined, codeHostId: null, found: null }
  if (access === 'token') return none
  const finders = access
    ? [requiredFinders[access]]
    : [ownCandidate, ...(hasRole(granted.organization, 'member') ? [sharedCandidate] : [])]
  for (const find of finders)
    try {
      const candidate = await find(app, granted, address)
      if (candidate) return await readWith(app, candidate, address)
    } catch (error) {
      const { message } = explainHostFailure({ host: new URL(address).host }, error)
      if (access) reject('repo_unreadable', { url: address, reason: message })
    }
  return none
}

type Find = (app: App, granted: Granted, address: string) => Promise<Candidate | undefined>

const ownCandidate: Find = async (app, granted, address) => {
  const account = await accountOfCaller(app, granted)
  if (!account || !isAtHost(account.webUrl, address)) return undefined
  return { ...account, access: 'person', codeHostId: null }
}

const sharedCandidate: Find = async (app, { organization }, address) => {
  const rows = await connectionsOf(app.database, organization.id)
  const row = rows.find(({ url }) => isAtHost(url, address))
  if (!row) return undefined
  const token = await connectionToken(app, row)
  return { access: 'organization', webUrl: row.url, apiUrl: row.api_url, token, codeHostId: row.id }
}

const requiredFinders: Record<Candidate['access'], Find> = {
  person: async (app, granted, address) =>
    (await ownCandidate(app, granted, address)) ??
    rejectField(
      'access',
      `You have no account at ${new URL(address).host} here. Connect it in your settings, or pass "token".`,
    ),
  async organization(app, granted, address) {
    // A guest knows only some projects of the organization, and its connection reaches all its repositories.
    if (!hasRole(granted.organization, 'member'))
      rejectField('access', 'Guests can\'t use the connection of the organization. Pass "token" instead.')
    return (
      (await sharedCandidate(app, granted, address)) ??
      rejectField(
        'access',
        `The organization isn't connected to ${new URL(address).host}. Ask an admin to connect it, or pass "token".`,
      )
    )
  },
}

async function readWith(app: App, candidate: Candidate, address: string): Promise<ChosenAccess> {
  const { access, codeHostId, token, webUrl } = candidate
  const name = nameAtHost(webUrl, address)
  if (name === undefined) throw new CodeHostFailure(404, 'The URL has no owner and name.')
  const found = await readRemoteRepo(app, candidate, token, name)
  return { access, gitToken: token, codeHostId, found }
}

/**
 * Finds the code host of a repository with its own token. Sends the token only to the host of the URL and to the API of
 * a well-known host: the API that an admin entered could be elsewhere.
 */
async function findByToken(app: App, address: string, token: string): Promise<FoundRepo | null> {
  const { origin } = new URL(address)
  const configured = isAtHost(app.config.GITHUB_URL, address) ? app.config.GITHUB_URL : origin
  const known = knownHost(app.config, configured)
  const apis = known ? [known.apiUrl] : possibleApis(origin)
  const apiToken = token.slice(token.indexOf(':') + 1)
  for (const apiUrl of apis) {
    const webUrl = known?.webUrl ?? origin
    const name = nameAtHost(webUrl, address)
    if (name === undefined) continue
    try {
      return await readRemoteRepo(app, { webUrl, apiUrl }, apiToken, name)
    } catch (error) {
      // Plain git works without the API: the git server then decides.
      explainHostFailure({ host: new URL(apiUrl).host }, error)
    }
  }
  return null
}
