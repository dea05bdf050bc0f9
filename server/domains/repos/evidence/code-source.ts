/** A commit on a branch, as far as it is needed to find reverts. */
export interface HistoryCommit {
  parents: string[]
  message: string
}

/** The newest commits of a branch by id. */
export type History = Map<string, HistoryCommit>

/** Where a commit is in relation to a branch. */
export interface Location {
  /** Whether the branch contains the commit. */
  isContained: boolean
  /** The commits of the branch, at least those after the commit unless there are very many. */
  history: History
}

export interface Check {
  name: string
  commit: string
  status: string
  conclusion: string | null
  url: string | null
}

export interface PullState {
  number: number
  state: 'open' | 'closed' | 'merged'
  draft: boolean
  base: string
  head: string
  mergeCommit: string | null
  url: string
  approvedBy: string[]
  changesRequestedBy: string[]
}

/** A repository that evidence is verified in: over its code host, or over plain git. */
export interface CodeSource {
  /** Returns the full id of a commit, or undefined if the repository doesn't have it. */
  findCommit(id: string): Promise<string | undefined>
  /** Returns undefined if the branch doesn't exist. */
  locate(branch: string, commit: string): Promise<Location | undefined>
  changedPaths(commit: string): Promise<string[]>
  /** The page of a commit. */
  commitUrl(commit: string): string | null
  /** Pull requests and checks, which plain git doesn't have. */
  host?: {
    findPull(number: number): Promise<PullState | undefined>
    checksOf(commit: string): Promise<Check[]>
    findCheckRun(id: string): Promise<Check | undefined>
  }
}
