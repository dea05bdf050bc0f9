import type { CodeHost } from '../../platform/code-host.ts'
import { RemoteIssue, readAllIssues } from './code-host.ts'
import type { IssueRow } from './issue.ts'

/**
 * Creates the issue at the code host, or returns the one that an interrupted earlier attempt created. A hidden marker
 * in its text identifies it. Leaves out the reporter, the page and the browser, because others read the repository.
 */
export async function publishIssue(
  codeHost: CodeHost,
  repo: string,
  issue: IssueRow,
  {
    title = issue.title,
    body = issue.description,
  }: { title?: string | undefined; body?: string | undefined },
): Promise<RemoteIssue> {
  const marker = `<!-- baton issue ${issue.id} -->`
  const recent = await readAllIssues(codeHost, repo, { state: 'all', since: issue.created_at })
  const existing = recent.find((each) => each.body?.includes(marker))
  if (existing) return existing
  const version = issue.app_version ? `\n\nVersion: ${issue.app_version}` : ''
  const text = `${body}${version}\n\n${marker}`
  return RemoteIssue.parse(await codeHost.send('POST', `/repos/${repo}/issues`, { title, body: text }))
}
