import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { concerning, updateRow } from '../../operations/rows.ts'
import { operation } from '../../operations/operation.ts'
import { onRepo } from './access.ts'
import { type InstructionFormat, instructionPaths, instructionsFor } from './instructions.ts'
import { loadProjectFacts } from './project-facts.ts'
import { repoKind, repoRef } from './repo.ts'
import type { RepoRow } from './tables.ts'

const formats = Object.keys(instructionPaths) as [InstructionFormat, ...InstructionFormat[]]

export const generateAgentsMd = operation({
  id: 'repos.generateAgentsMd',
  summary: 'Generate instructions for assistants (AGENTS.md) from a repository and its project.',
  http: 'POST /api/repos/:repo/instructions',
  tool: { name: 'generate_agents_md' },
  access: onRepo('edit'),
  input: z.object({
    repo: repoRef,
    format: z.enum(formats).default('agents').describe('File format. Default: agents (AGENTS.md).'),
  }),
  output: z.object({
    path: z.string().describe('Path in the repository. Write the file there yourself, and commit it.'),
    text: z.string().describe('Whole file in Markdown.'),
    missing: z.array(z.string()).describe('Missing information, and how to provide it.'),
    generatedAt: z.iso.datetime(),
  }),
}).run(async (ctx, { format }) => {
  const { repo } = ctx
  const path = instructionPaths[format]
  const { text, missing } = instructionsFor(repo, await loadProjectFacts(ctx, repo.project_id))
  const before = repo.instructions
  // Records nothing if the text is unchanged.
  if (before?.path === path && before.text === text)
    return { path, text, missing, generatedAt: before.generatedAt }
  const instructions = { path, text, head: repo.head, generatedAt: databaseTime() }
  const { after } = await updateRow<RepoRow>(ctx, repoKind, repo, { instructions })
  ctx.record({
    type: 'repo.described',
    ...concerning(repoKind, after),
    version: after.version,
    data: { path, head: repo.head },
  })
  return { path, text, missing, generatedAt: instructions.generatedAt }
})
