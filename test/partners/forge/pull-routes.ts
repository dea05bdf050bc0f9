import { resolve, commitsJson, filesJson, mergeInto } from './commits.ts'
import { deliver } from './deliver.ts'
import { type Call, type Reply, type RepoHandler, invalid, json, notFound, page } from './reply.ts'
import { onePullJson, pullJson, reviewJson } from './shapes.ts'
import { type State, type StoredPull, type StoredRepo, canWrite, nextId, now, refreshPulls } from './state.ts'

type PullHandler = (call: Call, repo: StoredRepo, pull: StoredPull) => Reply

const onPull =
  (handle: PullHandler): RepoHandler =>
  (call, repo, number) => {
    const pull = repo.pulls.find((each) => each.number === Number(number))
    return pull ? handle(call, repo, pull) : notFound()
  }

export interface GivenPull {
  head: string
  base?: string
  title: string
  body?: string | null
  author?: string
  draft?: boolean
}

export function addPull(state: State, repo: StoredRepo, given: GivenPull): StoredPull {
  const { head, base = 'main' } = given
  const pull: StoredPull = {
    id: nextId(),
    number: repo.pulls.length + 1,
    title: given.title,
    body: given.body ?? null,
    state: 'open',
    draft: given.draft ?? false,
    author: given.author ?? repo.writers[0] ?? 'ghost',
    head,
    base,
    headCommit: repo.bare.head(head)!,
    baseCommit: repo.bare.head(base)!,
    mergeCommit: null,
    reviewers: [],
    reviews: [],
    createdAt: now(),
    updatedAt: now(),
    closedAt: null,
    mergedAt: null,
  }
  repo.pulls.push(pull)
  announcePull(state, repo, pull, 'opened')
  return pull
}

export function announcePull(state: State, repo: StoredRepo, pull: StoredPull, action: string): void {
  void deliver(state, repo, 'pull_request', {
    action,
    number: pull.number,
    pull_request: onePullJson(state, repo, pull),
  })
}

/** Merges a pull request and returns the merge commit, or undefined for a conflict. */
export function mergePull(
  state: State,
  repo: StoredRepo,
  pull: StoredPull,
  method = 'merge',
): string | undefined {
  refreshPulls(repo)
  const isSquash = method === 'squash'
  const message = isSquash
    ? `${pull.title} (#${pull.number})`
    : `Merge pull request #${pull.number} from ${repo.name.split('/')[0]}/${pull.head}\n\n${pull.title}`
  const commit = mergeInto(repo, pull.base, pull.headCommit, message, isSquash)
  if (!commit) return undefined
  const at = now()
  Object.assign(pull, { state: 'closed', mergeCommit: commit, mergedAt: at, closedAt: at, updatedAt: at })
  repo.pushedAt = at
  announcePull(state, repo, pull, 'closed')
  void deliver(state, repo, 'push', { ref: `refs/heads/${pull.base}`, after: commit, forced: false })
  return commit
}

const list: RepoHandler = (call, repo) => {
  const { query, state } = call
  // Gitea ignores the filters for branches.
  const isGitea = state.kind === 'gitea'
  const wanted = query.get('state') ?? 'open'
  const [owner] = repo.name.split('/') as [string]
  const head = query.get('head')
  const field = query.get('sort') === (isGitea ? 'recentupdate' : 'updated') ? 'updatedAt' : 'createdAt'
  const isAscending =
    query.get('direction') === 'asc' ||
    (!query.has('direction') && query.has('sort') && field === 'createdAt')
  const found = repo.pulls
    .filter((pull) => wanted === 'all' || pull.state === wanted)
    .filter((pull) => isGitea || head === null || head === `${owner}:${pull.head}`)
    .filter((pull) => isGitea || !query.has('base') || query.get('base') === pull.base)
    .toSorted((one, other) => one[field].localeCompare(other[field]) || one.number - other.number)
  return page(
    call,
    (isAscending ? found : found.toReversed()).map((pull) => pullJson(state, repo, pull)),
  )
}

const create: RepoHandler = ({ state, actor, body }, repo) => {
  if (!canWrite(repo, actor))
    return actor ? json(403, { message: 'Resource not accessible by personal access token' }) : notFound()
  const { title, base, draft } = body as { title?: string; base?: string; draft?: boolean }
  const [owner] = repo.name.split('/') as [string]
  const head = String(body.head ?? '').replace(`${owner}:`, '')
  const errors: object[] = []
  if (!title) errors.push({ resource: 'PullRequest', field: 'title', code: 'missing_field' })
  if (!repo.bare.head(head)) errors.push({ resource: 'PullRequest', field: 'head', code: 'invalid' })
  if (!base || !repo.bare.head(base)) errors.push({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  if (errors.length) return invalid('Validation Failed', ...errors)
  const custom = (message: string) =>
    invalid('Validation Failed', { resource: 'PullRequest', code: 'custom', message })
  const known = repo.pulls.find((each) => each.state === 'open' && each.head === head && each.base === base)
  if (known && state.kind === 'gitea')
    return json(409, { message: `pull request already exists [${known.id}]` })
  if (known) return custom(`A pull request already exists for ${owner}:${head}.`)
  if (repo.bare.git(['rev-list', '--count', `${base}..${head}`, '--']) === '0')
    return custom(`No commits between ${base} and ${head}`)
  const text = typeof body.body === 'string' ? body.body : null
  const pull = addPull(state, repo, {
    head,
    base: base!,
    title: title!,
    body: text,
    author: actor!.login,
    draft: draft ?? false,
  })
  return json(201, onePullJson(state, repo, pull))
}

const update = onPull(({ state, actor, body }, repo, pull) => {
  if (!canWrite(repo, actor)) return notFound()
  for (const field of ['title', 'body', 'base'] as const)
    if (typeof body[field] === 'string') pull[field] = body[field]
  if (body.state === 'closed' && pull.state === 'open') closePull(state, repo, pull)
  pull.updatedAt = now()
  return json(200, onePullJson(state, repo, pull))
})

export function closePull(state: State, repo: StoredRepo, pull: StoredPull): void {
  const at = now()
  Object.assign(pull, { state: 'closed', closedAt: at, updatedAt: at })
  announcePull(state, repo, pull, 'closed')
}

const request = onPull(({ state, actor, body }, repo, pull) => {
  if (!canWrite(repo, actor)) return notFound()
  const reviewers = (body.reviewers ?? []) as string[]
  if (reviewers.includes(pull.author)) return invalid('Review cannot be requested from pull request author.')
  const known = [...repo.readers, ...repo.writers]
  if (reviewers.some((login) => !known.includes(login)))
    return invalid(
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${repo.name} repository.`,
    )
  pull.reviewers = [...new Set([...pull.reviewers, ...reviewers])]
  pull.updatedAt = now()
  announcePull(state, repo, pull, 'review_requested')
  return json(201, pullJson(state, repo, pull))
})

export function addReview(
  state: State,
  repo: StoredRepo,
  pull: StoredPull,
  login: string,
  verdict: string,
): void {
  const review = {
    id: nextId(),
    login,
    state: verdict.toUpperCase() as 'APPROVED',
    commit: pull.headCommit,
    at: now(),
  }
  pull.reviews.push(review)
  pull.reviewers = pull.reviewers.filter((each) => each !== login)
  pull.updatedAt = review.at
  void deliver(state, repo, 'pull_request_review', {
    action: 'submitted',
    review: reviewJson(state, repo, pull, review),
    pull_request: pullJson(state, repo, pull),
  })
}

const merge = onPull(({ state, actor, body }, repo, pull) => {
  if (!canWrite(repo, actor)) return notFound()
  if (pull.state === 'closed' || pull.draft) return json(405, { message: 'Pull Request is not mergeable' })
  if (body.sha !== undefined && body.sha !== pull.headCommit)
    return json(409, { message: 'Head branch was modified. Review and try the merge again.' })
  const commit = mergePull(state, repo, pull, String(body.merge_method ?? 'merge'))
  return commit
    ? json(200, { sha: commit, merged: true, message: 'Pull Request successfully merged' })
    : json(405, { message: 'Pull Request is not mergeable' })
})

export const pullRoutes: [string, RegExp, RepoHandler][] = [
  ['GET', /^\/pulls$/, list],
  ['POST', /^\/pulls$/, create],
  ['GET', /^\/pulls\/(\d+)$/, onPull(({ state }, repo, pull) => json(200, onePullJson(state, repo, pull)))],
  ['PATCH', /^\/pulls\/(\d+)$/, update],
  ['POST', /^\/pulls\/(\d+)\/requested_reviewers$/, request],
  [
    'GET',
    /^\/pulls\/(\d+)\/reviews$/,
    onPull((call, repo, pull) =>
      page(
        call,
        pull.reviews.map((review) => reviewJson(call.state, repo, pull, review)),
      ),
    ),
  ],
  [
    'GET',
    /^\/pulls\/(\d+)\/commits$/,
    onPull((call, repo, pull) =>
      page(call, commitsJson(call.state, repo, ['--reverse', `${pull.baseCommit}..${pull.headCommit}`])),
    ),
  ],
  [
    'GET',
    /^\/pulls\/(\d+)\/files$/,
    onPull((call, repo, pull) => {
      const base = repo.bare.git(['merge-base', pull.baseCommit, pull.headCommit])
      return page(call, filesJson(repo, base, pull.headCommit))
    }),
  ],
  ['PUT', /^\/pulls\/(\d+)\/merge$/, merge],
  [
    'GET',
    /^\/commits\/([^/]+)\/pulls$/,
    (call, repo, ref) => {
      const commit = resolve(repo, ref)
      const found = repo.pulls.filter((pull) => pull.mergeCommit === commit || pull.headCommit === commit)
      return page(
        call,
        found.map((pull) => pullJson(call.state, repo, pull)),
      )
    },
  ],
]
