import { z } from 'zod'
import { CodeHostFailure } from '../../../platform/code-host.ts'
import type { RepoHost } from '../../code-hosts/open-host.ts'
import { type CheckRun, summaryOf } from '../pull-request.ts'
import { pageUrl, storable } from './shapes.ts'

const Run = z.object({
  name: storable(200),
  status: z
    .string()
    .transform((status) => (status === 'completed' || status === 'queued' ? status : 'in_progress')),
  conclusion: storable(50).nullish(),
  html_url: z.string().nullish(),
  details_url: z.string().nullish(),
})

/** GitHub calls the field state. Gitea and Forgejo call it status. */
const Status = z.object({
  context: storable(200),
  state: z.string().nullish(),
  status: z.string().nullish(),
  target_url: z.string().nullish(),
})

const maxChecks = 200
const worst = ['failing', 'pending', 'passing', 'none']

/** Returns the check runs and commit statuses of a commit, one for each name. */
export async function readChecks(repo: RepoHost, commit: string): Promise<CheckRun[]> {
  const at = `/repos/${repo.name}/commits/${commit}`
  const [runs, statuses] = await Promise.all([
    listAt(repo, `${at}/check-runs`, 'check_runs'),
    listAt(repo, `${at}/status`, 'statuses'),
  ])
  const found = [...runs.flatMap(toRun), ...statuses.flatMap(toStatus)]
  const byName = new Map<string, CheckRun>()
  // Two workflows can have checks of the same name. The worse one counts.
  for (const check of found) {
    const other = byName.get(check.name)
    if (!other || rank(check) < rank(other)) byName.set(check.name, check)
  }
  return [...byName.values()].slice(0, maxChecks)
}

function rank(check: CheckRun): number {
  return worst.indexOf(summaryOf([check]))
}

/** Reads a list of checks. Hosts without check runs, and tokens without the permission, have none. */
async function listAt({ host }: RepoHost, path: string, field: string): Promise<unknown[]> {
  const items: unknown[] = []
  try {
    for (let page: number | null = 1; page !== null && items.length < maxChecks;) {
      const read = await host.getPage(path, { per_page: 100, page }, field)
      items.push(...read.items)
      page = read.nextPage
    }
  } catch (error) {
    const isMissing =
      error instanceof CodeHostFailure &&
      error.retryAfterSeconds === undefined &&
      [200, 403, 404, 422].includes(error.status)
    if (!isMissing) throw error
  }
  return items
}

function toRun(item: unknown): CheckRun[] {
  const { data } = Run.safeParse(item)
  if (!data) return []
  const { name, status, conclusion } = data
  const url = pageUrl(data.html_url ?? '') ?? pageUrl(data.details_url ?? '') ?? null
  return [{ name, status, conclusion: status === 'completed' ? (conclusion ?? null) : null, url }]
}

function toStatus(item: unknown): CheckRun[] {
  const { data } = Status.safeParse(item)
  if (!data) return []
  const state = data.state ?? data.status ?? 'pending'
  const isPending = state === 'pending'
  const conclusion = state === 'success' || state === 'warning' ? 'success' : 'failure'
  return [
    {
      name: data.context,
      status: isPending ? 'in_progress' : 'completed',
      conclusion: isPending ? null : conclusion,
      url: pageUrl(data.target_url ?? '') ?? null,
    },
  ]
}
