import { createVerify } from 'node:crypto'
import { recordSecret } from '../../evidence.ts'
import { deliver } from './deliver.ts'
import { type Call, type Reply, type RepoHandler, invalid, json, notFound, page } from './reply.ts'
import { repoJson, userJson } from './shapes.ts'
import { type ForgeHook, type State, canRead, canWrite, newToken, nextId } from './state.ts'

/** The paths of a user, an app or its installation. */
export function accountReply(call: Call, authorization: string): Reply | undefined {
  const { state, actor, path, method } = call
  if (path.startsWith('/app')) return appReply(call, authorization)
  if (path === '/installation/repositories') {
    if (!actor?.isApp)
      return json(403, { message: 'You must authenticate with an installation access token' })
    const found = state.repos.filter((repo) => !actor.repos || actor.repos.includes(repo.name))
    const items = found.map((repo) => repoJson(state, repo, actor))
    return page(call, items, (repositories, total_count) => ({ total_count, repositories }))
  }
  if (!path.startsWith('/user') || method !== 'GET') return undefined
  if (!actor) return json(401, { message: 'Requires authentication' })
  if (actor.isApp) return json(403, { message: 'Resource not accessible by integration' })
  if (path === '/user') return json(200, { ...userJson(state, actor.login), name: actor.login, email: null })
  if (path === '/user/emails')
    return json(200, [{ email: `${actor.login}@example.com`, primary: true, verified: true }])
  if (path === '/user/repos') {
    const found = state.repos
      .filter((repo) => canRead(repo, actor) && [...repo.readers, ...repo.writers].includes(actor.login))
      .toSorted((one, other) => one.name.localeCompare(other.name))
    return page(
      call,
      found.map((repo) => repoJson(state, repo, actor)),
    )
  }
  return undefined
}

function appReply({ state, path, method }: Call, authorization: string): Reply {
  const app = state.apps.find(({ appId, publicKey }) => isSignedBy(authorization, appId, publicKey))
  if (!app) return json(401, { message: 'A JSON web token could not be decoded' })
  const login = `forge-app-${app.appId}[bot]`
  if (path === '/app')
    return json(200, { id: Number(app.appId), slug: `forge-app-${app.appId}`, name: 'Forge app' })
  const [, id, rest] = /^\/app\/installations\/(\d+)(\/access_tokens)?$/.exec(path) ?? []
  if (id !== app.installationId) return notFound()
  if (!rest) return json(200, { id: Number(id), account: { login: 'acme', type: 'Organization' } })
  if (method !== 'POST') return notFound()
  const token = newToken('ghs')
  state.actors.set(token, { login, scopes: undefined, repos: app.repos, isApp: true })
  const expires_at = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '')
  return json(201, { token, expires_at, permissions: { contents: 'write', pull_requests: 'write' } })
}

/** Checks the token of an app (RFC 7519), as GitHub does: RS256, and at most 10 minutes long. */
function isSignedBy(authorization: string, appId: string, publicKey: string): boolean {
  const [header = '', claims = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.')
  try {
    const { alg } = decoded(header) as { alg: string }
    const { iss, iat, exp } = decoded(claims) as { iss: string | number; iat: number; exp: number }
    const seconds = Date.now() / 1000
    return (
      alg === 'RS256' &&
      String(iss) === appId &&
      iat <= seconds &&
      exp > seconds &&
      exp <= seconds + 600 &&
      createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url')
    )
  } catch {
    return false
  }
}

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

const hookJson = ({ apiUrl }: State, name: string, { id, url, events }: ForgeHook) => ({
  id,
  type: 'Repository',
  name: 'web',
  active: true,
  events,
  config: { url, content_type: 'json', secret: '********', insecure_ssl: '0' },
  url: `${apiUrl}/repos/${name}/hooks/${id}`,
})

/** Runs only for those who manage the repository. Others get 404, as at GitHub. */
const managed =
  (handle: RepoHandler): RepoHandler =>
  (call, repo, ...params) =>
    canWrite(repo, call.actor) ? handle(call, repo, ...params) : notFound()

const createHook: RepoHandler = ({ state, body }, repo) => {
  const config = (body.config ?? {}) as { url?: string; secret?: string; content_type?: string }
  if (!config.url || !URL.canParse(config.url))
    return invalid('Validation Failed', { resource: 'Hook', field: 'url', code: 'missing_field' })
  if (config.content_type !== 'json') return invalid('The forge sends JSON only: set content_type to "json".')
  if (repo.hooks.some(({ url }) => url === config.url))
    return invalid('Validation Failed', {
      resource: 'Hook',
      code: 'custom',
      message: 'Hook already exists on this repository',
    })
  const events = (body.events ?? ['push']) as string[]
  const hook = { id: nextId(), url: config.url, secret: config.secret ?? '', events }
  repo.hooks.push(hook)
  recordSecret(hook.secret)
  void deliver(state, repo, 'ping', { zen: 'Keep it logically awesome.', hook_id: hook.id })
  return json(201, hookJson(state, repo.name, hook))
}

const deleteHook: RepoHandler = (_, repo, id) => {
  const at = repo.hooks.findIndex((hook) => hook.id === Number(id))
  if (at < 0) return notFound()
  repo.hooks.splice(at, 1)
  return json(204, '')
}

export const hookRoutes: [string, RegExp, RepoHandler][] = [
  [
    'GET',
    /^\/hooks$/,
    managed((call, repo) =>
      page(
        call,
        repo.hooks.map((hook) => hookJson(call.state, repo.name, hook)),
      ),
    ),
  ],
  ['POST', /^\/hooks$/, managed(createHook)],
  ['DELETE', /^\/hooks\/(\d+)$/, managed(deleteHook)],
]
