import { accountReply, hookRoutes } from './account-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { asGitea } from './gitea.ts'
import { pullRoutes } from './pull-routes.ts'
import { type Call, type Reply, json, notFound } from './reply.ts'
import { repoJson } from './shapes.ts'
import { canRead, refreshPulls } from './state.ts'

const routes = {
  github: [...pullRoutes, ...contentRoutes, ...hookRoutes],
  gitea: asGitea([...pullRoutes, ...contentRoutes, ...hookRoutes]),
}

/** Responds to a request of the REST API. */
export function apiReply(call: Call, authorization: string): Reply {
  const { state, actor, method, path } = call
  const isJwt = authorization.split('.').length === 3
  if (authorization && !actor && !isJwt) return json(401, { message: 'Bad credentials', status: '401' })
  const account = accountReply(call, authorization)
  if (account) return account
  const [, name, id, rest = ''] = /^\/(?:repos\/([^/]+\/[^/]+)|repositories\/(\d+))(\/.*)?$/.exec(path) ?? []
  const named = (wanted: string) => (each: string) => each.toLowerCase() === wanted.toLowerCase()
  const repo = state.repos.find((each) => (name ? named(name)(each.name) : each.id === Number(id)))
  const moved = name && !repo && state.repos.find(({ formerNames }) => formerNames.some(named(name)))
  if (moved && canRead(moved, actor)) {
    const query = call.query.size ? `?${call.query.toString()}` : ''
    const isGitea = state.kind === 'gitea'
    const target = isGitea ? `repos/${moved.name}` : `repositories/${moved.id}`
    const location = `${state.apiUrl}/${target}${rest}${query}`
    return json(isGitea ? 307 : 301, { message: 'Moved Permanently', url: location }, { Location: location })
  }
  if (!repo || !canRead(repo, actor)) return notFound()
  if (!rest && method === 'GET') return json(200, repoJson(state, repo, actor))
  refreshPulls(repo)
  for (const [routeMethod, pattern, handle] of routes[state.kind]) {
    const match = routeMethod === method && pattern.exec(rest)
    if (match) return handle(call, repo, ...match.slice(1))
  }
  return notFound()
}
