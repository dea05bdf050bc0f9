import { randomUUID } from 'node:crypto'
import { recordSecret } from '../../evidence.ts'
import type { BareRepo } from '../git-backend.ts'
import type { Delivery } from './deliver.ts'

export interface ForgeUser {
  id: number
  login: string
  token: string
  /** The scopes of the token. A test can change them. */
  scopes: string[]
  /** Makes the token invalid. */
  revoke(): void
}

export interface ForgeHook {
  id: number
  url: string
  secret: string
  events: string[]
}

export interface StoredReview {
  id: number
  login: string
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED'
  commit: string
  at: string
}

export interface StoredPull {
  id: number
  number: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  draft: boolean
  author: string
  head: string
  base: string
  headCommit: string
  baseCommit: string
  mergeCommit: string | null
  reviewers: string[]
  reviews: StoredReview[]
  createdAt: string
  updatedAt: string
  closedAt: string | null
  mergedAt: string | null
}

export interface StoredCheck {
  id: number
  commit: string
  name: string
  status: string
  conclusion: string | null
  at: string
}

export interface StoredStatus {
  id: number
  commit: string
  context: string
  state: string
  at: string
}

/** A repository at the code host. */
export interface StoredRepo {
  id: number
  name: string
  formerNames: string[]
  isPrivate: boolean
  /** The users who can read, and those who can also write and manage webhooks. */
  readers: string[]
  writers: string[]
  bare: BareRepo
  pulls: StoredPull[]
  checks: StoredCheck[]
  statuses: StoredStatus[]
  hooks: ForgeHook[]
  deliveries: Delivery[]
  pushedAt: string
}

/** The holder of a credential: a user, or the installation of an app. */
export interface Actor {
  login: string
  scopes: string[] | undefined
  /** The names of the repositories of an installation. Undefined: all. */
  repos?: string[] | undefined
  isApp: boolean
}

/** The product whose API is served. Forgejo has the API of Gitea. */
export type ForgeKind = 'github' | 'gitea'

export interface State {
  kind: ForgeKind
  url: string
  apiUrl: string
  users: Map<string, ForgeUser>
  actors: Map<string, Actor>
  repos: StoredRepo[]
  apps: { appId: string; installationId: string; publicKey: string; repos: string[] | undefined }[]
  pending: Set<Promise<unknown>>
}

let lastId = 1000

export const nextId = (): number => ++lastId

/** Returns a new token. After all tests, the logs are searched for it. */
export function newToken(prefix: string): string {
  const token = `${prefix}_${randomUUID().replaceAll('-', '')}`
  recordSecret(token)
  return token
}

/** Returns the time in whole seconds, as GitHub does: two changes can have the same time. */
export const now = (): string => new Date().toISOString().replace(/\.\d+/, '')

export function canRead(repo: StoredRepo, actor: Actor | undefined): boolean {
  if (!repo.isPrivate) return true
  if (!actor) return false
  if (actor.isApp) return !actor.repos || actor.repos.includes(repo.name)
  return (
    (actor.scopes?.includes('repo') ?? false) &&
    (repo.readers.includes(actor.login) || repo.writers.includes(actor.login))
  )
}

export function canWrite(repo: StoredRepo, actor: Actor | undefined): boolean {
  if (!actor || !canRead(repo, actor)) return false
  if (actor.isApp) return !actor.repos || actor.repos.includes(repo.name)
  const hasScope =
    actor.scopes?.includes('repo') || (!repo.isPrivate && actor.scopes?.includes('public_repo'))
  return Boolean(hasScope) && repo.writers.includes(actor.login)
}

/** Updates open pull requests after a push to their branches. */
export function refreshPulls(repo: StoredRepo): StoredPull[] {
  const changed = repo.pulls.filter(({ state, head, headCommit }) => {
    const commit = repo.bare.head(head)
    return state === 'open' && commit !== undefined && commit !== headCommit
  })
  for (const pull of changed) Object.assign(pull, { headCommit: repo.bare.head(pull.head), updatedAt: now() })
  return changed
}
