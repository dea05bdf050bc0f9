import type http from 'node:http'
import { serveGit } from '../git-backend.ts'
import { pushed } from './pushed.ts'
import { type State, canRead, canWrite } from './state.ts'

/** Serves git over HTTP. The password is the token. A push is sent to the webhooks. */
export async function gitReply(
  state: State,
  root: string,
  address: URL,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const [, name = '', rest = ''] = /^\/([^/]+\/[^/]+?)(?:\.git)?(\/.*)$/.exec(address.pathname) ?? []
  const [, password = ''] = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64')
    .toString()
    .split(/:(.*)/s)
  const actor = state.actors.get(password)
  const repo = state.repos.find((each) => each.name === name)
  const moved = state.repos.find(({ formerNames }) => formerNames.includes(name))
  const isPush = rest === '/git-receive-pack' || address.searchParams.get('service') === 'git-receive-pack'
  // Without a credential, GitHub asks for one before it says whether the repository exists.
  const unauthorized = () =>
    void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="GitHub"' }).end('Unauthorized')
  if (password && !actor) return unauthorized()
  if (!repo && moved && canRead(moved, actor))
    return void response
      .writeHead(301, { Location: `${state.url}/${moved.name}.git${rest}${address.search}` })
      .end()
  if (!repo || !canRead(repo, actor)) return actor ? void response.writeHead(404).end() : unauthorized()
  if (isPush && !canWrite(repo, actor)) return actor ? void response.writeHead(403).end() : unauthorized()
  const receives = rest === '/git-receive-pack'
  const before = new Map(receives ? headsOf(repo.bare.git) : [])
  const given = { root, path: `/${repo.id}${rest}`, query: address.search.slice(1) }
  await serveGit({ ...given, ...(actor && { user: actor.login }) }, request, response)
  if (!receives) return
  const after = new Map(headsOf(repo.bare.git))
  for (const branch of new Set([...before.keys(), ...after.keys()]))
    if (before.get(branch) !== after.get(branch)) pushed(state, repo, branch)
}

const headsOf = (git: (args: string[]) => string): [string, string][] =>
  git(['for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads'])
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ') as [string, string])
