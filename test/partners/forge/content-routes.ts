import { commitJson, commitsJson, comparisonJson, filesJson, resolve } from './commits.ts'
import { pushed } from './pushed.ts'
import { type RepoHandler, invalid, json, notFound, page } from './reply.ts'
import { checkJson, statusJson, webUrlOf } from './shapes.ts'
import { type StoredRepo, canWrite } from './state.ts'

const refsOf = ({ bare }: StoredRepo, kind: 'heads' | 'tags') =>
  bare
    .git(['for-each-ref', '--format=%(refname:lstrip=2) %(objectname) %(*objectname)', `refs/${kind}`])
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', id = '', peeled = ''] = line.split(' ')
      return { name, commit: { sha: peeled || id }, protected: false }
    })

const branch: RepoHandler = ({ state }, repo, encoded) => {
  const name = decodeURIComponent(encoded)
  const commit = repo.bare.head(name)
  if (!commit) return json(404, { message: 'Branch not found' })
  return json(200, { name, commit: commitJson(state, repo, commit), protected: false })
}

const languageOf: Record<string, string> = {
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
  go: 'Go',
  rs: 'Rust',
  css: 'CSS',
}

const languages: RepoHandler = (_, repo) => {
  const sizes: Record<string, number> = {}
  for (const line of repo.bare.git(['ls-tree', '-r', '-l', 'main']).split('\n')) {
    const [, size = '', file = ''] = /^\S+ blob \S+ +(\d+)\t(.*)$/.exec(line) ?? []
    const language = languageOf[file.split('.').at(-1)!]
    if (language) sizes[language] = (sizes[language] ?? 0) + Number(size)
  }
  return json(200, sizes)
}

const commits: RepoHandler = (call, repo) => {
  const commit = resolve(repo, call.query.get('sha') ?? 'main')
  const path = call.query.get('path')
  if (!commit) return notFound()
  return page(call, commitsJson(call.state, repo, [commit, '--', ...(path ? [path] : [])]))
}

const commit: RepoHandler = ({ state }, repo, ref) => {
  const sha = resolve(repo, decodeURIComponent(ref))
  if (!sha) return invalid(`No commit found for SHA: ${ref}`)
  const found = commitJson(state, repo, sha)
  return json(200, { ...found, files: filesJson(repo, found.parents[0]?.sha, sha) })
}

const compare: RepoHandler = ({ state }, repo, baseHead) => {
  const [base, head] = decodeURIComponent(baseHead)
    .split('...')
    .map((ref) => resolve(repo, ref.replace(/^[\w.-]+:/, '')))
  return base && head ? json(200, comparisonJson(state, repo, base, head)) : notFound()
}

/** Returns the newest entry for each name. */
function newest<Item>(items: Item[], nameOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((each) => [nameOf(each), each])).values()]
}

const checkRuns: RepoHandler = (call, repo, ref) => {
  const sha = resolve(repo, decodeURIComponent(ref))
  if (!sha) return invalid(`No commit found for SHA: ${ref}`)
  const found = repo.checks
    .filter((check) => check.commit === sha)
    .filter(({ name }) => !call.query.has('check_name') || call.query.get('check_name') === name)
  const shown = call.query.get('filter') === 'all' ? found : newest(found, ({ name }) => name)
  return page(
    call,
    shown.map((check) => checkJson(call.state, repo, check)),
    (check_runs, total_count) => ({ total_count, check_runs }),
  )
}

const checkRun: RepoHandler = ({ state }, repo, id) => {
  const found = repo.checks.find((check) => check.id === Number(id))
  return found ? json(200, checkJson(state, repo, found)) : notFound()
}

const combinedStatus: RepoHandler = (call, repo, ref) => {
  const sha = resolve(repo, decodeURIComponent(ref))
  if (!sha) return notFound()
  const found = newest(
    repo.statuses.filter((status) => status.commit === sha),
    ({ context }) => context,
  )
  const states = found.map(({ state }) => state)
  const failed = states.some((each) => each === 'failure' || each === 'error')
  const state = failed ? 'failure' : !states.length || states.includes('pending') ? 'pending' : 'success'
  return page(
    call,
    found.map((status) => statusJson(call.state, repo, status)),
    (statuses, total_count) => ({ state, sha, total_count, statuses }),
  )
}

const statuses: RepoHandler = (call, repo, ref) => {
  const sha = resolve(repo, decodeURIComponent(ref))
  const found = repo.statuses.filter((status) => status.commit === sha).toReversed()
  return page(
    call,
    found.map((status) => statusJson(call.state, repo, status)),
  )
}

const readContent: RepoHandler = ({ state, query, accept }, repo, encoded = '') => {
  const path = decodeURIComponent(encoded).replace(/\/$/, '')
  const ref = resolve(repo, query.get('ref') ?? 'main')
  if (!ref) return notFound()
  const listed = (at: string) =>
    repo.bare
      .git(['ls-tree', '-z', '-l', ref, '--', ...(at ? [at] : [])])
      .split('\0')
      .flatMap((line) => {
        const [, type, sha, size, name] = /^\S+ (\S+) (\S+) +(\S+)\t(.*)$/.exec(line) ?? []
        return name
          ? [{ type: type === 'tree' ? 'dir' : 'file', sha: sha!, size: Number(size) || 0, path: name }]
          : []
      })
  const [entry] = path ? listed(path) : []
  const shown = (each: ReturnType<typeof listed>[number]) => ({
    ...each,
    name: each.path.split('/').at(-1),
    html_url: `${webUrlOf(state, repo)}/blob/${ref}/${each.path}`,
  })
  if (!path || entry?.type === 'dir') return json(200, listed(path && `${path}/`).map(shown))
  if (!entry) return notFound()
  const text = repo.bare.read(entry.sha)
  if (accept.includes('raw'))
    return { ...json(200, ''), headers: { 'Content-Type': 'text/plain' }, body: text }
  return json(200, { ...shown(entry), encoding: 'base64', content: Buffer.from(text).toString('base64') })
}

const writeContent: RepoHandler = ({ state, actor, body }, repo, encoded) => {
  if (!canWrite(repo, actor)) return notFound()
  const path = decodeURIComponent(encoded)
  const target = typeof body.branch === 'string' ? body.branch : 'main'
  const head = repo.bare.head(target)
  if (!head) return json(404, { message: `Branch ${target} not found` })
  const present = repo.bare.git(['ls-tree', '--object-only', head, '--', path])
  if (present && body.sha === undefined) return invalid(`Invalid request.\n\n"sha" wasn't supplied.`)
  if (present !== (body.sha ?? ''))
    return json(409, { message: `${path} does not match ${String(body.sha)}` })
  const text = Buffer.from(String(body.content), 'base64').toString()
  const sha = repo.bare.commit({ message: String(body.message), files: { [path]: text } }, target)
  pushed(state, repo, target)
  const { commit, html_url, parents } = commitJson(state, repo, sha)
  return json(present ? 200 : 201, { content: { path }, commit: { sha, html_url, parents, ...commit } })
}

const readRef: RepoHandler = (_, repo, name) => {
  const sha = repo.bare.head(decodeURIComponent(name))
  return sha ? json(200, { ref: `refs/heads/${name}`, object: { type: 'commit', sha } }) : notFound()
}

const createRef: RepoHandler = ({ state, actor, body }, repo) => {
  if (!canWrite(repo, actor)) return notFound()
  const { ref, sha } = body as { ref: string; sha: string }
  const name = ref.replace('refs/heads/', '')
  if (repo.bare.head(name)) return invalid('Reference already exists')
  if (!resolve(repo, sha)) return invalid('Object does not exist')
  repo.bare.git(['update-ref', ref, sha])
  pushed(state, repo, name)
  return json(201, { ref, object: { type: 'commit', sha } })
}

const deleteRef: RepoHandler = ({ state, actor }, repo, encoded) => {
  if (!canWrite(repo, actor)) return notFound()
  const name = decodeURIComponent(encoded)
  if (!repo.bare.head(name)) return invalid('Reference does not exist')
  repo.bare.git(['update-ref', '-d', `refs/heads/${name}`])
  pushed(state, repo, name)
  return json(204, '')
}

export const contentRoutes: [string, RegExp, RepoHandler][] = [
  ['GET', /^\/branches$/, (call, repo) => page(call, refsOf(repo, 'heads'))],
  ['GET', /^\/branches\/(.+)$/, branch],
  ['GET', /^\/tags$/, (call, repo) => page(call, refsOf(repo, 'tags'))],
  ['GET', /^\/languages$/, languages],
  ['GET', /^\/commits$/, commits],
  ['GET', /^\/commits\/([^/]+)\/check-runs$/, checkRuns],
  ['GET', /^\/check-runs\/(\d+)$/, checkRun],
  ['GET', /^\/commits\/([^/]+)\/status$/, combinedStatus],
  ['GET', /^\/commits\/([^/]+)\/statuses$/, statuses],
  ['GET', /^\/commits\/([^/]+)$/, commit],
  ['GET', /^\/compare\/(.+)$/, compare],
  ['GET', /^\/contents(?:\/(.*))?$/, readContent],
  ['PUT', /^\/contents\/(.+)$/, writeContent],
  ['GET', /^\/git\/refs?\/heads\/(.+)$/, readRef],
  ['POST', /^\/git\/refs$/, createRef],
  ['DELETE', /^\/git\/refs\/heads\/(.+)$/, deleteRef],
]
