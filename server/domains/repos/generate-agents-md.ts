import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { rejectField } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { concerning, updateRow } from '../../operations/rows.ts'
import { difference } from '../../platform/difference.ts'
import { Unreadable } from '../../platform/git-remote.ts'
import { gitTokenOf } from '../code-hosts/git-token.ts'
import { HostUnavailable } from '../code-hosts/open-host.ts'
import { Difference } from '../knowledge/revisions/difference.ts'
import { type SeenRepo, onRepo } from './access.ts'
import {
  type InstructionFormat,
  conventionPaths,
  findConventions,
  instructionPaths,
} from './instructions/find-conventions.ts'
import { loadProjectFacts } from './instructions/project-facts.ts'
import { proposeFile } from './instructions/propose-file.ts'
import { readFilesAt } from './instructions/read-files.ts'
import { instructionsFor } from './instructions/write-instructions.ts'
import { explainFailures, openForChanges, readHostedRepo } from './pull-requests/open-for-changes.ts'
import { storePull } from './pull-requests/store-pull.ts'
import { type Reading, withRemote } from './read-repo.ts'
import { type RepoRow, repoKind, repoRef } from './repo.ts'

const formats = Object.keys(instructionPaths) as [InstructionFormat, ...InstructionFormat[]]
const timeoutMs = 60_000

export const generateAgentsMd = operation({
  id: 'repos.generateAgentsMd',
  summary: 'Generate instructions for assistants (AGENTS.md) from a repository and its project.',
  http: 'POST /api/repos/:repo/instructions',
  tool: { name: 'generate_agents_md', rare: ['openPullRequest'], omits: ['current', 'difference'] },
  access: onRepo('edit'),
  outside: true,
  input: z.object({
    repo: repoRef,
    format: z.enum(formats).default('agents').describe('File format. Default: agents (AGENTS.md).'),
    openPullRequest: z
      .boolean()
      .default(false)
      .describe('Whether to open a pull request with the file at the code host. Default false.'),
  }),
  output: z.object({
    path: z
      .string()
      .describe('Path in the repository. Without a pull request, write the file there yourself.'),
    text: z.string().describe('Whole file in Markdown.'),
    missing: z.array(z.string()).describe('Missing information, and how to provide it.'),
    current: z.string().nullable().describe('The file in the repository. Null if it does not exist.'),
    difference: Difference.nullable().describe('Changes to the file in the repository. Null without one.'),
    pullRequest: z
      .object({
        number: z.int(),
        url: z.string(),
        existed: z.boolean().describe('Whether it was open already.'),
      })
      .nullable()
      .describe('The pull request with the file, if you asked for one and the file changes.'),
    generatedAt: z.iso.datetime(),
  }),
  // Runs outside a transaction, because it waits for the git server and the code host.
  async prepare({ app, request, ...granted }, { format, openPullRequest }) {
    const { repo } = granted
    const path = instructionPaths[format]
    const { files, missing: unread } = await readFiles({ app, request }, repo)
    const found = { ...findConventions((file) => files.get(file), path), missing: unread }
    const facts = await loadProjectFacts(app.database, granted, repo.project_id)
    const { text, missing } = instructionsFor(repo, facts, found, path)
    const current = files.get(path) ?? null
    const isChanged = current !== text
    const opened = openPullRequest && isChanged ? await propose(app, granted, { path, text }) : undefined
    return { generated: { path, text, missing, current }, opened }
  },
}).run(async (ctx) => {
  const { repo, opened } = ctx
  const { path, text, missing, current } = ctx.generated
  if (opened) await storePull(ctx, repo, opened)
  const before = repo.instructions
  const output = {
    ...ctx.generated,
    difference: current === null ? null : difference(current, text),
    pullRequest: opened
      ? { number: opened.pull.number, url: opened.pull.url, existed: opened.existed }
      : null,
    missing,
  }
  // Records nothing if the text is unchanged.
  if (before?.path === path && before.text === text) return { ...output, generatedAt: before.generatedAt }
  const instructions = { path, text, head: repo.head, generatedAt: databaseTime() }
  const { after } = await updateRow<RepoRow>(ctx, repoKind, repo, { instructions })
  ctx.record({
    type: 'repo.described',
    ...concerning(repoKind, after),
    version: after.version,
    data: { path, head: repo.head },
  })
  return { ...output, generatedAt: instructions.generatedAt }
})

/** Reads the files with conventions. An unreadable repository is reported as missing information. */
async function readFiles(
  reading: Reading,
  { id, url, default_branch: branch, name }: SeenRepo,
): Promise<{ files: Map<string, string>; missing: string[] }> {
  const none = new Map<string, string>()
  if (branch === null) return { files: none, missing: [] }
  try {
    const token = await gitTokenOf(reading.app, await readHostedRepo(reading.app, id))
    const files = await withRemote(reading, { url, token }, timeoutMs, (remote) =>
      readFilesAt(remote, branch, conventionPaths),
    )
    return { files, missing: [] }
  } catch (error) {
    if (!(error instanceof Unreadable) && !(error instanceof HostUnavailable)) throw error
    return { files: none, missing: [`Conventions: the files of ${name} can't be read. ${error.message}`] }
  }
}

async function propose(
  app: App,
  { repo, user }: { repo: SeenRepo; user: { id: string } },
  { path, text }: { path: string; text: string },
) {
  const { default_branch: base, head: commit } = repo
  if (base === null || commit === null)
    rejectField(
      'openPullRequest',
      'The repository has no commit yet, or was not read. Read it with sync_repo.',
    )
  const next = `Write the text to ${path} yourself.`
  const hosted = await readHostedRepo(app, repo.id)
  const atHost = await openForChanges(app, hosted, user.id, { next, members: { path, text } })
  return explainFailures(atHost, () => proposeFile(atHost, { path, text, base, commit }))
}
