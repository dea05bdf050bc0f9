import { pushed } from './pushed.ts'
import { type RepoHandler, invalid, json, notFound } from './reply.ts'
import { canWrite } from './state.ts'

type Route = [method: string, path: RegExp, handle: RepoHandler]

/*
 * The differences of the API of Gitea and Forgejo from that of GitHub, from its public description (Swagger).
 */

/** The paths that Gitea doesn't have. */
const missing = ['GET /commits/x', 'GET /commits/x/check-runs', 'GET /check-runs/1', 'POST /git/refs']

/** Returns the routes of GitHub as Gitea has them. */
export function asGitea(routes: Route[]): Route[] {
  const handlerOf = (line: string) => {
    const [method, path] = line.split(' ') as [string, string]
    return routes.find(([each, pattern]) => each === method && pattern.test(path))![2]
  }
  const absent = new Set(missing.map(handlerOf))
  const writeContent = handlerOf('PUT /contents/a')
  const createHook = handlerOf('POST /hooks')
  const own: Route[] = [
    ['GET', /^\/git\/commits\/([^/]+)$/, handlerOf('GET /commits/x')],
    ['POST', /^\/branches$/, createBranch],
    // Creates a file. PUT only changes one.
    ['POST', /^\/contents\/(.+)$/, writeContent],
    [
      'PUT',
      /^\/contents\/(.+)$/,
      (call, ...rest) => (call.body.sha ? writeContent(call, ...rest) : invalid('[SHA]: Required')),
    ],
    [
      'POST',
      /^\/hooks$/,
      (call, ...rest) => (call.body.type ? createHook(call, ...rest) : invalid('[Type]: Required')),
    ],
  ]
  return [...own, ...routes.filter(([, , handle]) => !absent.has(handle))]
}

const createBranch: RepoHandler = ({ state, actor, body }, repo) => {
  if (!canWrite(repo, actor)) return notFound()
  const name = String(body.new_branch_name)
  const from = repo.bare.head(String(body.old_ref_name ?? body.old_branch_name ?? 'main'))
  if (!from) return notFound()
  if (repo.bare.head(name)) return json(409, { message: 'The branch already exists.' })
  repo.bare.git(['update-ref', `refs/heads/${name}`, from])
  pushed(state, repo, name)
  return json(201, { name, commit: { id: from } })
}
