import { z } from 'zod'
import { CodeHostFailure } from '../../../platform/code-host.ts'
import type { RepoHost } from '../../code-hosts/open-host.ts'
import { readChecks } from '../host-state/read-checks.ts'
import { readPull, readReviews } from '../host-state/read-pulls.ts'
import { commitId, pageUrl, storable } from '../host-state/shapes.ts'
import type { Check, CodeSource, History, PullState } from './code-source.ts'

const pageSize = 100
/** Pages of commits to search for a revert, and pages of files to search for a path. */
const maxPages = 10

const ListedCommit = z.object({
  sha: commitId,
  commit: z.object({ message: storable(10_000) }),
  parents: z.array(z.object({ sha: commitId })),
})
const Comparison = z.object({ status: z.string().optional(), total_commits: z.int().optional() })
const CommitFiles = z.object({ files: z.array(z.object({ filename: z.string() })).nullish() })

interface ReadBranch {
  history: History
  /** Null if all pages that count are read. */
  nextPage: number | null
  reading: Promise<void> | undefined
}

/** Looks up evidence over the REST API of the code host. */
export function hostSource(atHost: RepoHost): CodeSource {
  const { host, name, webUrl } = atHost
  const repo = `/repos/${name}`
  const branches = new Map<string, ReadBranch>()

  /** Reads the next page of a branch. Concurrent calls share the request. */
  function readMore(branch: string): Promise<void> {
    const read: ReadBranch = branches.get(branch) ?? { history: new Map(), nextPage: 1, reading: undefined }
    branches.set(branch, read)
    read.reading ??= readPage(branch, read)
      .catch((error: unknown) => {
        // Without its commits, the branch would seem to be missing.
        branches.delete(branch)
        throw error
      })
      .finally(() => (read.reading = undefined))
    return read.reading
  }

  async function readPage(branch: string, read: ReadBranch): Promise<void> {
    const query = { sha: branch, per_page: pageSize, page: read.nextPage! }
    const found = await unlessMissing(host.getPage(`${repo}/commits`, query))
    for (const { sha, parents, commit } of (found?.items ?? []).map((item) => ListedCommit.parse(item)))
      read.history.set(sha, { parents: parents.map((parent) => parent.sha), message: commit.message })
    const next = found?.nextPage ?? null
    read.nextPage = next !== null && next <= maxPages ? next : null
  }

  async function locate(branch: string, commit: string) {
    const isRead = branches.has(branch) && branches.get(branch)!.reading === undefined
    if (!isRead) await readMore(branch)
    const read = branches.get(branch)!
    const { history } = read
    // A branch has at least one commit.
    if (history.size === 0) return undefined
    if (history.has(commit)) return { isContained: true, history }
    const path = `${repo}/compare/${encodeURIComponent(branch)}...${commit}`
    const comparison = await unlessMissing(host.get(path))
    if (!comparison || !containsCommit(Comparison.parse(comparison))) return { isContained: false, history }
    // Reads on to the commit, because a later commit can revert it.
    while (!history.has(commit) && read.nextPage !== null) await readMore(branch)
    return { isContained: true, history }
  }

  /** Reads a commit with its files. Gitea and Forgejo have it at another path. */
  async function readCommit(id: string, query = {}) {
    const found = await unlessMissing(host.get(`${repo}/commits/${id}`, query))
    return found ?? unlessMissing(host.get(`${repo}/git/commits/${id}`, query))
  }

  return {
    locate,
    commitUrl: (commit) => `${webUrl}/commit/${commit}`,
    async findCommit(id) {
      const found = await readCommit(id)
      return found ? z.object({ sha: commitId }).parse(found).sha : undefined
    },
    async changedPaths(commit) {
      const paths = new Set<string>()
      for (let page = 1; page <= maxPages; page++) {
        const query = { per_page: pageSize, page }
        const { files } = CommitFiles.parse(await readCommit(commit, query))
        const before = paths.size
        for (const { filename } of files ?? []) paths.add(filename)
        // A host without pages returns the same files again.
        if ((files?.length ?? 0) < pageSize || paths.size === before) break
      }
      return [...paths]
    },
    host: {
      findPull: (number) => findPull(atHost, number),
      checksOf: async (commit) => (await readChecks(atHost, commit)).map((check) => ({ ...check, commit })),
      async findCheckRun(id) {
        const found = await unlessMissing(host.get(`${repo}/check-runs/${id}`))
        return found ? checkFrom(CheckRun.parse(found)) : undefined
      },
    },
  }
}

/** Gitea returns no status, only the number of commits that the branch lacks. */
function containsCommit({ status, total_commits }: z.output<typeof Comparison>): boolean {
  if (status !== undefined) return status === 'behind' || status === 'identical'
  return total_commits === 0
}

const CheckRun = z.object({
  name: storable(200),
  head_sha: commitId,
  status: z.string(),
  conclusion: storable(50).nullish(),
  html_url: z.string().nullish(),
  details_url: z.string().nullish(),
})

function checkFrom({ name, head_sha, status, conclusion, ...urls }: z.output<typeof CheckRun>): Check {
  const url = pageUrl(urls.html_url ?? '') ?? pageUrl(urls.details_url ?? '') ?? null
  return { name, commit: head_sha, status, conclusion: conclusion ?? null, url }
}

async function findPull(atHost: RepoHost, number: number): Promise<PullState | undefined> {
  const pull = await readPull(atHost, number)
  if (!pull) return undefined
  const reviews = await readReviews(atHost, number)
  const by = (state: string) => reviews.filter((each) => each.state === state).map(({ reviewer }) => reviewer)
  return {
    number,
    state: pull.state,
    draft: pull.draft,
    base: pull.base_branch,
    head: pull.head_commit,
    mergeCommit: pull.merge_commit,
    url: pull.url,
    approvedBy: by('approved'),
    changesRequestedBy: by('changes_requested'),
  }
}

/** Returns undefined for an object that the host doesn't have: 404, 409 in an empty repository, 422 for an unknown id. */
async function unlessMissing<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CodeHostFailure && [404, 409, 422].includes(error.status)) return undefined
    throw error
  }
}
