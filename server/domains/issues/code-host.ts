import { z } from 'zod'
import type { Config } from '../../config.ts'
import { reject } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { type CodeHost, CodeHostFailure, openCodeHost } from '../../platform/code-host.ts'

/** Opens the client for the issues of this instance, if the operator configured a token. */
export function openIssueHost({ GITHUB_API_URL, ISSUES_TOKEN }: Config): CodeHost | undefined {
  return ISSUES_TOKEN
    ? openCodeHost({ apiUrl: GITHUB_API_URL, token: ISSUES_TOKEN, isTrusted: true })
    : undefined
}

export function requireCodeHost({ codeHost, config }: App): CodeHost {
  const variables = config.ISSUES_REPO ? 'ISSUES_TOKEN' : 'ISSUES_TOKEN and ISSUES_REPO'
  return codeHost ?? reject('code_host_not_configured', { variables })
}

/** Returns the client and the repository whose issues are linked. */
export function requireIssueRepo(app: App): { codeHost: CodeHost; repo: string } {
  const codeHost = requireCodeHost(app)
  const repo = app.config.ISSUES_REPO ?? reject('code_host_not_configured', { variables: 'ISSUES_REPO' })
  return { codeHost, repo }
}

/** Runs requests to the code host, and explains a failure to the caller. */
export async function explainFailures<Result>(
  { host }: CodeHost,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof z.ZodError)
      return reject('code_host_failed', { host, reason: 'It returned an unknown format.' })
    if (!(error instanceof CodeHostFailure)) throw error
    if (error.retryAfterSeconds !== undefined)
      return reject('code_host_limited', { host, seconds: error.retryAfterSeconds })
    return reject('code_host_failed', { host, reason: error.message })
  }
}

/** An issue at the code host. Its lists contain pull requests too. */
export const RemoteIssue = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']),
  state_reason: z.string().nullish(),
  html_url: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  pull_request: z.unknown().optional(),
})
export type RemoteIssue = z.output<typeof RemoteIssue>

export const RemoteRepo = z.object({
  full_name: z.string(),
  html_url: z.string(),
  private: z.boolean(),
  open_issues_count: z.int(),
})

export const pageSize = 100

/** Reads all issues of a list, page by page. */
export async function readAllIssues(
  codeHost: CodeHost,
  repo: string,
  query: Record<string, string>,
): Promise<RemoteIssue[]> {
  const all: RemoteIssue[] = []
  let page: number | null = 1
  while (page !== null) {
    const path = `/repos/${repo}/issues`
    const { items, nextPage } = await codeHost.getPage(path, { ...query, per_page: pageSize, page })
    all.push(...items.map((item) => RemoteIssue.parse(item)).filter(({ pull_request }) => !pull_request))
    page = nextPage
  }
  return all
}
