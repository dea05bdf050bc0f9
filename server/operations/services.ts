import type { Resolve } from '../platform/external-url.ts'

/** Maintains the search index: follows the journal and embeds texts. */
export interface SearchIndex {
  /** Starts the background loops, which run until `close`. */
  start(): void
  /** Resolves when the handbook and other built-in content can be found by words. */
  indexWhatComesWithBaton(): Promise<void>
  /** Resolves when everything committed before can be found by words. */
  catchUp(): Promise<void>
  /** Resolves when everything can be found by meaning too. */
  embedAll(): Promise<void>
  close(): Promise<void>
}

/** The service that delivers events to webhooks. */
export interface WebhookSender {
  /** Custom DNS lookup. */
  resolve: Resolve | undefined
  /** Starts delivering in the background until `close()`. */
  start(): void
  /** Checks for due deliveries now. */
  wake(): void
  /** Resolves when deliveries exist for all events that are committed so far. */
  catchUp(): Promise<void>
  /** Sends deliveries until none is due. */
  sendDue(): Promise<void>
  close(): Promise<void>
}

/** Evidence in a repository: a commit, a pull request, a check run, or the commit of a test report. */
export interface CodeClaim {
  kind: 'commit' | 'pull_request' | 'check_run' | 'test_report'
  /** The commit, pull request or check run by its name or URL. */
  reference: string | null
  /** The commit that a test report or check run belongs to. */
  commit: string | null
  /** The branch that must contain the commit. Null: the default branch. */
  branch: string | null
  /** Files or folders that the commit must touch. */
  paths: string[]
}

/** The result of looking up a claim. Unverified: no repository has it, or the code host can't be reached. */
export interface CodeFinding {
  status: 'verified' | 'failed' | 'unverified'
  /** The reason as a sentence. */
  finding: string
  /** The URL at the code host, or the repository and commit. */
  source: string | null
  repoId: string | null
  commit: string | null
  branch: string | null
  /** Whether the repositories answered. If not, an earlier result stays. */
  answered: boolean
}

/** Looks up evidence in the repositories of a project. It waits for code hosts, so never call it in a transaction. */
export interface CodeEvidence {
  verify(project: { id: string; organizationId: string }, claim: CodeClaim): Promise<CodeFinding>
}
