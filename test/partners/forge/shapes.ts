import { canRead, canWrite } from './state.ts'
import type {
  Actor,
  State,
  StoredCheck,
  StoredPull,
  StoredRepo,
  StoredReview,
  StoredStatus,
} from './state.ts'

/* The objects of GitHub's REST API, with the fields that clients use. */

export const webUrlOf = ({ url }: State, { name }: StoredRepo): string => `${url}/${name}`

export const userJson = (state: State, login: string) => ({
  login,
  id: state.users.get(login)?.id ?? 0,
  type: login.endsWith('[bot]') ? 'Bot' : 'User',
  html_url: `${state.url}/${login}`,
})

export function repoJson(state: State, repo: StoredRepo, actor: Actor | undefined) {
  const [owner, name] = repo.name.split('/') as [string, string]
  const isWriter = canWrite(repo, actor)
  return {
    id: repo.id,
    name,
    full_name: repo.name,
    owner: userJson(state, owner),
    private: repo.isPrivate,
    visibility: repo.isPrivate ? 'private' : 'public',
    html_url: webUrlOf(state, repo),
    clone_url: `${webUrlOf(state, repo)}.git`,
    url: `${state.apiUrl}/repos/${repo.name}`,
    description: `The repository ${name}`,
    default_branch: 'main',
    archived: false,
    fork: false,
    open_issues_count: repo.pulls.filter((pull) => pull.state === 'open').length,
    pushed_at: repo.pushedAt,
    updated_at: repo.pushedAt,
    permissions: { admin: isWriter, push: isWriter, pull: canRead(repo, actor) },
  }
}

export const pullUrl = (state: State, repo: StoredRepo, number: number): string =>
  `${webUrlOf(state, repo)}/${state.kind === 'gitea' ? 'pulls' : 'pull'}/${number}`

/** Returns a pull request as a list does. A single one also has `merged` and `mergeable`. */
export function pullJson(state: State, repo: StoredRepo, pull: StoredPull) {
  const [owner] = repo.name.split('/') as [string]
  const side = (ref: string, sha: string) => ({
    ref,
    sha,
    label: `${owner}:${ref}`,
    user: userJson(state, owner),
    repo: repoJson(state, repo, undefined),
  })
  return {
    id: pull.id,
    number: pull.number,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    draft: pull.draft,
    user: userJson(state, pull.author),
    html_url: pullUrl(state, repo, pull.number),
    url: `${state.apiUrl}/repos/${repo.name}/pulls/${pull.number}`,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommit,
    requested_reviewers: pull.reviewers.map((login) => userJson(state, login)),
    requested_teams: [],
    labels: [],
    head: side(pull.head, pull.headCommit),
    base: side(pull.base, pull.baseCommit),
  }
}

export const onePullJson = (state: State, repo: StoredRepo, pull: StoredPull) => ({
  ...pullJson(state, repo, pull),
  merged: pull.mergedAt !== null,
  mergeable: pull.state === 'open' ? true : null,
})

const giteaVerdicts = {
  APPROVED: 'APPROVED',
  CHANGES_REQUESTED: 'REQUEST_CHANGES',
  COMMENTED: 'COMMENT',
}

export const reviewJson = (state: State, repo: StoredRepo, pull: StoredPull, review: StoredReview) => ({
  id: review.id,
  user: userJson(state, review.login),
  state: state.kind === 'gitea' ? giteaVerdicts[review.state] : review.state,
  body: '',
  commit_id: review.commit,
  submitted_at: review.at,
  html_url: `${pullUrl(state, repo, pull.number)}#pullrequestreview-${review.id}`,
})

export const checkUrl = (state: State, repo: StoredRepo, id: number): string =>
  `${webUrlOf(state, repo)}/runs/${id}`

export const checkJson = (state: State, repo: StoredRepo, check: StoredCheck) => ({
  id: check.id,
  name: check.name,
  head_sha: check.commit,
  status: check.status,
  conclusion: check.conclusion,
  html_url: checkUrl(state, repo, check.id),
  details_url: checkUrl(state, repo, check.id),
  started_at: check.at,
  completed_at: check.status === 'completed' ? check.at : null,
  app: { slug: 'forge-checks', name: 'Forge checks' },
})

export const statusJson = (state: State, repo: StoredRepo, status: StoredStatus) => ({
  id: status.id,
  context: status.context,
  [state.kind === 'gitea' ? 'status' : 'state']: status.state,
  description: null,
  target_url: `${webUrlOf(state, repo)}/statuses/${status.id}`,
  created_at: status.at,
  updated_at: status.at,
})
