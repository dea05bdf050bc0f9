import { z } from 'zod'
import { reject, rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { onRepo } from './access.ts'
import { pullRequestLink } from './pull-request-link.ts'
import { type Refs, noBranch } from './read-refs.ts'
import { readRemoteRefs, rejectUnreadable } from './read-repo.ts'
import { branchField, repoRef } from './repo.ts'
import { tokenOf } from './token.ts'

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
