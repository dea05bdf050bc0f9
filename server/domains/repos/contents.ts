import { z } from 'zod'

export const Command = z.object({
  name: z.string().describe('Name in the manifest: test, build, lint.'),
  command: z.string().describe('Shell command that runs it.'),
  from: z.string().describe('Manifest that defines it.'),
})
export type Command = z.output<typeof Command>

const Counted = z.object({ name: z.string(), files: z.int() })
export type Counted = z.output<typeof Counted>

/** A stored commit with the numbers of the tasks that it mentions. */
export const StoredCommit = z.object({
  id: z.string(),
  author: z.string(),
  at: z.string(),
  subject: z.string(),
  mentions: z.array(z.string()),
})
export type StoredCommit = z.output<typeof StoredCommit>

/** Contents of a repository at its newest commit, without the commits. */
export const Contents = z
  .object({
    files: z.int().describe('Number of files.'),
    languages: z.array(Counted).describe('Languages by file extension, most frequent first.'),
    folders: z.array(Counted).describe('Top-level folders with their number of files.'),
    readme: z.object({ path: z.string(), text: z.string() }).nullable().describe('Start of the readme.'),
    manifests: z.array(z.string()).describe('Build manifests in the root.'),
    commands: z.array(Command).describe('Commands that the manifests define.'),
    guides: z.array(z.string()).describe('Existing instructions for assistants and contributors.'),
  })
  .meta({ id: 'RepoContents' })

export interface Contents extends z.output<typeof Contents> {
  commits: StoredCommit[]
}
