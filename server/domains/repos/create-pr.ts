import { z } from 'zod'
import { type FieldError, OperationError } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { gitTokenOf } from '../code-hosts/git-token.ts'
import { type HostedRepo, HostUnavailable } from '../code-hosts/open-host.ts'
import { Unreadable } from '../../platform/git-remote.ts'
import { type SeenRepo, onRepo } from './access.ts'
import { mentionedIn } from './links/mentions.ts'
import { type PullItem, findPullItem, pullDescription, pullTitle } from './pull-requests/item-text.ts'
import { type PullText, manualLink } from './pull-requests/manual-link.ts'
import {
  type Instead,
  explainFailures,
  openForChanges,
  readHostedRepo,
} from './pull-requests/open-for-changes.ts'
import { openPull } from './pull-requests/open-pull.ts'
import { storePull } from './pull-requests/store-pull.ts'
import { type Reading, type Refs, noBranch, readRemoteRefs, rejectUnreadable } from './read-repo.ts'
import { branchField, repoRef } from './repo.ts'

export const createPr = operation({
  id: 'repos.createPr',
  summary: 'Open a pull request. The title and description default to those of its task.',
  http: 'POST /api/repos/:repo/pull-requests',
  tool: {
    name: 'create_pr',
    rare: ['draft'],
    brief: {
      head: 'Pushed branch.',
      base: 'Target branch.',
      item: 'WEB-42. Default: from head.',
      reviewers: 'Usernames.',
    },
  },
  access: onRepo('edit'),
  outside: true,
  created: true,
  input: z.object({
    repo: repoRef,
    head: branchField.describe('Pushed branch with the changes.'),
    base: branchField.optional().describe('Branch to merge into. Default: the default branch.'),
    title: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe('Title in one line. Default: number and title of the item.'),
    description: z
      .string()
      .max(50_000)
      .optional()
      .describe('Description in Markdown. Default: text, specs, notes and evidence of the item.'),
    item: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe(
        'Epic, story, task or feature that it is about: WEB-42. Default: the one in the branch name.',
      ),
    reviewers: z
      .array(z.string().trim().min(1).max(100))
      .max(20)
      .default([])
      .describe('Usernames of the reviewers at the code host.'),
    draft: z.boolean().default(false).describe('Whether to open it as a draft. Default false.'),
  }),
  output: z.object({
    number: z.int(),
    url: z.string(),
    title: z.string(),
    draft: z.boolean(),
    existed: z.boolean().describe('Whether a pull request was open for these branches already.'),
    item: z.string().nullable().describe('Number of the item that it is about.'),
    rejectedReviewers: z
      .array(z.object({ reviewer: z.string(), reason: z.string() }))
      .describe('Reviewers whom the code host did not accept.'),
  }),
  // Runs outside a transaction, because it waits for the code host.
  async prepare({ app, request, repo, user }, input) {
    const hosted = await readHostedRepo(app, repo.id)
    const refs = await rejectUnreadable(repo.url, readRefs({ app, request }, hosted, repo.chosen_branch))
    const item = await findItem(app, repo, input)
    const text = textOf(refs, input, item)
    const { reviewers, draft, description } = input
    if (item && description === undefined)
      text.description = await pullDescription(app.database, item, app.config.APP_URL)
    const atHost = await openForChanges(app, hosted, user.id, insteadOf(repo.url, text, reviewers))
    const opened = await explainFailures(atHost, () => openPull(atHost, text, { reviewers, draft }))
    return { opened, item }
  },
}).run(async (ctx) => {
  const { opened, item, repo } = ctx
  await storePull(ctx, repo, opened, item)
  const { pull, existed, rejectedReviewers } = opened
  return {
    number: pull.number,
    url: pull.url,
    title: pull.title,
    draft: pull.draft,
    existed,
    item: item?.key ?? null,
    rejectedReviewers,
  }
})

/** Reads the current branches with the credential of the repository. */
async function readRefs(reading: Reading, repo: HostedRepo, chosen: string | null): Promise<Refs> {
  const token = await gitTokenOf(reading.app, repo).catch((error: unknown) => {
    throw error instanceof HostUnavailable ? new Unreadable(error.message) : error
  })
  return readRemoteRefs(reading, { url: repo.url, token }, chosen)
}

/** Returns the item in the input, else the first one that the branch names and the project has. */
async function findItem(
  { database }: App,
  repo: SeenRepo,
  { item, head }: { item?: string | undefined; head: string },
): Promise<PullItem | undefined> {
  for (const key of item === undefined ? mentionedIn(head) : [item]) {
    const found = await findPullItem(database, repo, key)
    if (found) return found
  }
  return undefined
}

interface Given {
  head: string
  base?: string | undefined
  title?: string | undefined
  description?: string | undefined
  item?: string | undefined
}

/** Returns the text of the pull request, or rejects the input with every part that is missing. */
function textOf({ branches, defaultBranch }: Refs, given: Given, found: PullItem | undefined): PullText {
  const { head, base = defaultBranch ?? '', title, item, description = '' } = given
  const commitOf = (name: string) => branches.find((branch) => branch.name === name)?.commit
  const missing: FieldError[] = []
  const add = (path: string, message: string) => void missing.push({ path, message })
  if (base === '') add('base', 'The repository has no branch yet. Push one first.')
  else if (commitOf(base) === undefined) add('base', noBranch(base, branches))
  if (commitOf(head) === undefined) add('head', `${noBranch(head, branches)} Push it first.`)
  else if (head === base)
    add('head', `"${head}" is the branch to merge into. Pass the branch with the changes.`)
  else if (commitOf(head) === commitOf(base))
    add('head', `"${head}" and "${base}" are at the same commit: there is nothing to merge.`)
  if (item !== undefined && !found) add('item', `The project of the repository has no item "${item}".`)
  else if (title === undefined && !found)
    add('title', 'Required, because the branch names no item of the project. Pass "title" or "item".')
  if (missing.length > 0) throw new OperationError('invalid_input', {}, missing)
  return { head, base, title: title ?? pullTitle(found!), description }
}

function insteadOf(repoUrl: string, text: PullText, reviewers: string[]): Instead {
  const link = manualLink(repoUrl, text)
  const { host } = new URL(repoUrl)
  const next = link
    ? `A person can open it here: ${link}`
    : `A person can open it at ${host}, from "${text.head}" into "${text.base}".`
  return { next, members: { link: link ?? null, pullRequest: { ...text, reviewers } } }
}
