import type { Resolve } from '../platform/external-url.ts'
import type { ModelTool } from '../platform/language-model/model.ts'
import type { InOrganization } from './access.ts'
import type { KnownCaller } from './caller.ts'
import type { RequestFacts } from './context.ts'
import type { Operation } from './operation.ts'

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

/** The result of looking up a claim. Unverified: a repository that could have it can't be read right now. */
export interface CodeFinding {
  status: 'verified' | 'failed' | 'unverified'
  /** The reason as a sentence. */
  finding: string
  /** The URL at the code host, or the repository and commit. */
  source: string | null
  repoId: string | null
  /** The full id of the commit that it was found in. */
  commit: string | null
  /** Whether the repositories responded. If not, an earlier result stays. */
  answered: boolean
}

/** The repositories to look in: those of a project that the caller can see, or a single one for the system. */
export interface CodeScope {
  projectId: string
  granted?: InOrganization
  repoId?: string
}

/** Looks up evidence in the repositories of a project. It waits for code hosts, so never call it in a transaction. */
export interface CodeEvidence {
  /** Returns a finding for each claim. Undefined: no repository is connected. */
  verify(scope: CodeScope, claims: CodeClaim[]): Promise<CodeFinding[] | undefined>
}

/** The result of a read tool. `output` is the response as an object, of a call that succeeded. */
export interface ReadResult {
  text: string
  hasFailed: boolean
  output: unknown
}

/** A write that was checked, and is ready to be performed: the operation, and its exact input. */
export interface CheckedWrite {
  operation: Operation
  input: Record<string, unknown>
}

/** The tools that answers of a language model use, with the rights of the person who asks. */
export interface AnswerTools {
  /** Lists the tools that only read, and contact no other server. */
  reads(caller: KnownCaller): ModelTool[]
  /** Lists the tools whose calls an answer can propose. */
  writes(caller: KnownCaller): ModelTool[]
  /** Calls a read tool like an MCP client of the caller. It counts against the budget of an agent. */
  read(
    caller: KnownCaller,
    facts: RequestFacts,
    call: { name: string; input: Record<string, unknown> },
  ): Promise<ReadResult>
  /** Checks a proposed call without performing it: its input, and the rights of the caller. Rejects it with a sentence. */
  check(caller: KnownCaller, call: { name: string; input: Record<string, unknown> }): Promise<CheckedWrite>
}
