import { z } from 'zod'
import type { RepoHost } from '../../code-hosts/open-host.ts'
import { isRepoName } from '../../code-hosts/host-urls.ts'
import { mentionsItemOf } from '../links/mentions.ts'
import type { CheckRun } from '../pull-request.ts'
import { inBatches } from './in-batches.ts'
import { readChecks } from './read-checks.ts'
import {
  type KnownPulls,
  type ReadCommit,
  type ReadPulls,
  maxFollowed,
  readPullCommits,
  readPulls,
} from './read-pulls.ts'

/** The repository itself at its code host. */
export interface HostedFacts {
  isPrivate: boolean
  /** Its present owner and name. */
  name: string
}

const Facts = z.object({
  full_name: z.string().refine(isRepoName),
  private: z.boolean(),
})

/** Reads the repository itself. A renamed repository redirects, and returns its new name. */
export async function readHostedFacts({ host, name }: RepoHost): Promise<HostedFacts> {
  const { full_name, private: isPrivate } = Facts.parse(await host.get(`/repos/${name}`))
  return { name: full_name, isPrivate }
}

/** Pull requests and checks of a repository. */
export interface HostState extends ReadPulls {
  /** The checks of each commit that was read. */
  checks: Map<string, CheckRun[]>
  /** Commits of pull requests that mention items. */
  commits: ReadCommit[]
}

/** Reads pull requests, reviews and checks. `head` is the newest commit of the default branch. */
export async function readHostState(
  repo: RepoHost,
  known: KnownPulls,
  { head, projectKey }: { head: string | null; projectKey: string },
): Promise<HostState> {
  const { pulls, until } = await readPulls(repo, known)
  const open = pulls.filter(({ state }) => state === 'open').slice(0, maxFollowed)
  const justClosed = pulls.filter(({ state }) => state !== 'open').slice(0, maxFollowed)
  const commitIds = new Set([...open, ...justClosed].map(({ head_commit }) => head_commit))
  if (head !== null) commitIds.add(head)
  const checks = await inBatches([...commitIds], async (id) => [id, await readChecks(repo, id)] as const)
  const linked = [...open, ...justClosed].filter(({ title, body, head_branch }) =>
    mentionsItemOf(projectKey, `${head_branch}\n${title}\n${body}`),
  )
  const commits = await inBatches(linked, ({ number }) => readPullCommits(repo, number))
  return { pulls, until, checks: new Map(checks), commits: commits.flat() }
}
