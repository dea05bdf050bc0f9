import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import type { App } from '../../../operations/context.ts'
import { explainHostFailure } from '../../code-hosts/explain-host-failure.ts'
import { type HostedRepo, HostUnavailable, type RepoHost, openRepoHost } from '../../code-hosts/open-host.ts'

/** Reads the columns that choose the credential of a repository. */
export async function readHostedRepo({ database }: App, id: string): Promise<HostedRepo> {
  const [repo] = await database.run<HostedRepo>(
    sql`select id, access, connected_by, code_host_id, api_url, host_name, url from repos where id = ${id}`,
  )
  return repo ?? reject('not_found', { kind: 'repo', ref: id })
}

/** What a person can do instead, if Baton can't change the repository. */
export interface Instead {
  /** A sentence. */
  next: string
  members: Record<string, unknown>
}

/**
 * Opens the code host to change a repository. A repository that was connected with a personal account uses the account
 * of the caller, so that the change carries their name.
 */
export async function openForChanges(
  app: App,
  repo: HostedRepo,
  userId: string,
  { next, members }: Instead,
): Promise<RepoHost> {
  const { host } = new URL(repo.url)
  const rejectWith = (reason: string) => reject('needs_code_host', { host, reason, next }, members)
  const opened = await openRepoHost(app, repo, userId).catch((error: unknown) => {
    if (error instanceof HostUnavailable) return rejectWith(error.message)
    throw error
  })
  if (opened?.gitToken === undefined) return rejectWith('The repository is connected without an account.')
  return opened
}

/** Runs requests to the code host, and explains a failure to the caller. */
export async function explainFailures<Result>(
  { host: { host } }: RepoHost,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { message: reason, retryAfterSeconds: seconds } = explainHostFailure({ host }, error)
    if (seconds !== undefined) return reject('code_host_limited', { host, seconds })
    return reject('code_host_failed', { host, reason })
  }
}
