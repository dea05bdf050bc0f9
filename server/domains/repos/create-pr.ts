import { z } from 'zod'
import { reject, rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { onRepo } from './access.ts'
import { type Refs, noBranch, readRemoteRefs, rejectUnreadable, tokenOf } from './read-repo.ts'
import { branchField, repoRef } from './repo.ts'

/** The content of a pull request. */
export interface PullRequest {
  head: string
  base: string
  title: string
  description: string
}

interface Form {
  host: RegExp
  page(pullRequest: PullRequest): string
}

const forms: Form[] = [
  {
    host: /(^|\.)github\.com$|^github\./,
    page: ({ head, base, title, description }) =>
      `/compare/${encodeBranch(base)}...${encodeBranch(head)}?${query({ expand: '1', title, body: truncate(description) })}`,
  },
  {
    host: /(^|\.)gitlab\.com$|^gitlab\./,
    page: ({ head, base, title, description }) =>
      `/-/merge_requests/new?${query({
        'merge_request[source_branch]': head,
        'merge_request[target_branch]': base,
        'merge_request[title]': title,
        'merge_request[description]': truncate(description),
      })}`,
  },
  {
    host: /^(codeberg\.org|gitea\.com)$|^(gitea|forgejo)\./,
    page: ({ head, base }) => `/compare/${encodeBranch(base)}...${encodeBranch(head)}`,
  },
  {
    host: /^bitbucket\.org$/,
    page: ({ head, base }) => `/pull-requests/new?${query({ source: head, dest: base })}`,
  },
]

export const createPr = operation({
  id: 'repos.createPr',
  summary: 'Open a pull request at the code host, or return the page where a person can open it.',
  http: 'POST /api/repos/:repo/pull-requests',
  tool: {
    name: 'create_pr',
    brief: {
      head: 'Branch with the changes.',
      base: 'Branch to merge into.',
      reviewers: 'Usernames at the host.',
    },
  },
  access: onRepo('edit'),
  outside: true,
  created: true,
  input: z.object({
    repo: repoRef,
    head: branchField.describe('Branch with the changes.'),
    base: branchField.optional().describe('Branch to merge into. Default: the default branch.'),
    title: z.string().trim().min(1).max(300).describe('Title in one line.'),
    description: z.string().max(50_000).default('').describe('Description in Markdown.'),
    reviewers: z
      .array(z.string().trim().min(1).max(100))
      .max(20)
      .default([])
      .describe('Usernames of the reviewers at the code host.'),
  }),
  output: z.object({ url: z.string(), number: z.int() }),
  // Runs outside a transaction, because it waits for the git server.
  async prepare({ app, request, repo }) {
    const token = await tokenOf(app.database, app.secrets, repo.id)
    const reading = readRemoteRefs({ app, request }, { url: repo.url, token }, repo.chosen_branch)
    return { refs: await rejectUnreadable(repo.url, reading) }
  },
}).run(async ({ repo, refs }, { head, base: requestedBase, title, description, reviewers }) => {
  const base = requestedBase ?? refs.defaultBranch
  if (base === null) rejectField('base', 'The repository has no branch yet. Push one first.')
  requireChanges(refs, head, base)
  const pullRequest = { head, base, title, description }
  const link = pullRequestLink(repo.url, pullRequest)
  const { host } = new URL(repo.url)
  const next = link
    ? `A person can open it here: ${link}`
    : `A person can open it at ${host}, from "${head}" into "${base}".`
  return reject(
    'needs_code_host',
    { host, next },
    { link: link ?? null, pullRequest: { ...pullRequest, reviewers } },
  )
})

/** Requires two existing branches at different commits. */
function requireChanges({ branches }: Refs, head: string, base: string): void {
  const commitOf = (name: string) => branches.find((branch) => branch.name === name)?.commit
  if (commitOf(base) === undefined) rejectField('base', noBranch(base, branches))
  if (commitOf(head) === undefined) rejectField('head', `${noBranch(head, branches)} Push it first.`)
  if (head === base)
    rejectField('head', `"${head}" is the branch to merge into. Pass the branch with the changes.`)
  if (commitOf(head) === commitOf(base))
    rejectField('head', `"${head}" and "${base}" are at the same commit: there is nothing to merge.`)
}

/** Returns the page for opening a pull request, if the URL scheme of the host is known. */
function pullRequestLink(repoUrl: string, pullRequest: PullRequest): string | undefined {
  const url = new URL(repoUrl.replace(/\.git$/, ''))
  const form = forms.find(({ host }) => host.test(url.hostname))
  return form && `${url.origin}${url.pathname}${form.page(pullRequest)}`
}

function encodeBranch(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/')
}

function query(fields: Record<string, string>): string {
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString()
}

/** Limits the text, because URLs have a maximum length. */
function truncate(text: string): string {
  return text.slice(0, 2000)
}
