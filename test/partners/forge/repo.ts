import fs from 'node:fs'
import type { GivenCommit } from '../git-backend.ts'
import { revertOn } from './commits.ts'
import { allDelivered, deliver, type Delivery } from './deliver.ts'
import { type GivenPull, addPull, addReview, closePull, mergePull } from './pull-routes.ts'
import { pushed } from './pushed.ts'
import { checkJson, checkUrl, pullUrl, statusJson, webUrlOf } from './shapes.ts'
import { type ForgeHook, type State, type StoredPull, type StoredRepo, nextId, now } from './state.ts'

/** A repository at the code host, as its users change it there. Every change is sent to its webhooks. */
export interface ForgeRepo {
  readonly name: string
  /** The URL of its page, which git can also clone. */
  readonly url: string
  /** The folder of the bare repository, for git. */
  readonly folder: string
  commit(given: GivenCommit, branch?: string): string
  tag(name: string): void
  head(branch?: string): string | undefined
  forcePush(branch: string, commit: string): void
  deleteBranch(name: string): void
  openPull(given: GivenPull): { number: number; url: string }
  review(number: number, login: string, verdict: 'approved' | 'changes_requested' | 'commented'): void
  /** Marks a draft as ready for review. */
  markReady(number: number): void
  /** Merges a pull request and returns the merge commit. */
  merge(number: number, method?: 'merge' | 'squash'): string
  closePull(number: number): void
  setCheck(
    commit: string,
    name: string,
    status: 'queued' | 'in_progress' | 'completed',
    conclusion?: string,
  ): { id: number; url: string }
  setStatus(commit: string, context: string, state: 'pending' | 'success' | 'failure' | 'error'): void
  /** Reverts a commit on a branch and returns the new commit. */
  revert(commit: string, branch?: string): string
  /** Renames the repository (owner/name). The former name redirects. */
  rename(name: string): void
  setCollaborators(logins: string[]): void
  setPrivate(isPrivate: boolean): void
  remove(): void
  pulls: readonly StoredPull[]
  hooks: ForgeHook[]
  /** The webhook requests that were sent. */
  deliveries: Delivery[]
  /** Sends an event with a valid signature. */
  deliver(event: string, payload?: object): Promise<Response[]>
  /** Resolves when no delivery is under way. */
  delivered(): Promise<void>
}

export function controlRepo(state: State, repo: StoredRepo): ForgeRepo {
  const { bare } = repo
  const pullOf = (number: number) => {
    const pull = repo.pulls.find((each) => each.number === number)
    if (!pull) throw new Error(`${repo.name} has no pull request ${number}.`)
    return pull
  }
  return {
    get name() {
      return repo.name
    },
    get url() {
      return webUrlOf(state, repo)
    },
    folder: bare.folder,
    pulls: repo.pulls,
    hooks: repo.hooks,
    deliveries: repo.deliveries,
    head: (branch = 'main') => bare.head(branch),
    commit(given, branch = 'main') {
      const commit = bare.commit(given, branch)
      pushed(state, repo, branch)
      return commit
    },
    tag: (name) => void bare.git(['tag', '--annotate', '--message=A tag', name, 'main']),
    forcePush(branch, commit) {
      bare.git(['update-ref', `refs/heads/${branch}`, commit])
      pushed(state, repo, branch, true)
    },
    deleteBranch(name) {
      bare.git(['update-ref', '-d', `refs/heads/${name}`])
      pushed(state, repo, name)
    },
    openPull(given) {
      const { number } = addPull(state, repo, given)
      return { number, url: pullUrl(state, repo, number) }
    },
    review: (number, login, verdict) => addReview(state, repo, pullOf(number), login, verdict),
    markReady: (number) => void Object.assign(pullOf(number), { draft: false, updatedAt: now() }),
    merge(number, method) {
      const commit = mergePull(state, repo, pullOf(number), method)
      if (!commit) throw new Error(`Pull request ${number} of ${repo.name} has conflicts.`)
      return commit
    },
    closePull: (number) => closePull(state, repo, pullOf(number)),
    setCheck(commit, name, status, conclusion) {
      const known = repo.checks.find((check) => check.commit === commit && check.name === name)
      const change = { commit, name, status, conclusion: conclusion ?? null, at: now() }
      const check = Object.assign(known ?? { id: nextId() }, change)
      if (!known) repo.checks.push(check)
      const action = status === 'completed' ? 'completed' : 'created'
      void deliver(state, repo, 'check_run', { action, check_run: checkJson(state, repo, check) })
      return { id: check.id, url: checkUrl(state, repo, check.id) }
    },
    setStatus(commit, context, given) {
      const status = { id: nextId(), commit, context, state: given, at: now() }
      repo.statuses.push(status)
      void deliver(state, repo, 'status', { ...statusJson(state, repo, status), sha: commit })
    },
    revert(commit, branch = 'main') {
      const reverting = revertOn(repo, commit, branch)
      pushed(state, repo, branch)
      return reverting
    },
    rename(name) {
      repo.formerNames.push(repo.name)
      repo.name = name
      void deliver(state, repo, 'repository', { action: 'renamed' })
    },
    setCollaborators: (logins) => void (repo.writers = logins),
    setPrivate: (isPrivate) => void (repo.isPrivate = isPrivate),
    remove() {
      state.repos.splice(state.repos.indexOf(repo), 1)
      fs.rmSync(bare.folder, { recursive: true })
    },
    deliver: (event, payload) => deliver(state, repo, event, payload),
    delivered: () => allDelivered(state),
  }
}
