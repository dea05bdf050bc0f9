import { z } from 'zod'

export const Command = z.object({
  name: z.string().describe('What it is called there: test, build, lint.'),
  command: z.string().describe('What is typed to run it.'),
  from: z.string().describe('The file that says so.'),
})
export type Command = z.output<typeof Command>

const Counted = z.object({ name: z.string(), files: z.int() })
export type Counted = z.output<typeof Counted>

/** A commit as it is kept: with the numbers of tasks that it mentions. */
export const StoredCommit = z.object({
  id: z.string(),
  author: z.string(),
  at: z.string(),
  subject: z.string(),
  mentions: z.array(z.string()),
})
export type StoredCommit = z.output<typeof StoredCommit>

/** What was found at the newest commit, without the commits themselves. */
export const Contents = z
  .object({
    files: z.int().describe('How many files there are.'),
    languages: z.array(Counted).describe('By the endings of file names, the most frequent first.'),
    folders: z.array(Counted).describe('At the top, with how many files are in each.'),
    readme: z.object({ path: z.string(), text: z.string() }).nullable().describe('How it begins.'),
    manifests: z.array(z.string()).describe('Files at the top that say how it is built.'),
    commands: z.array(Command).describe('What these files say can be run.'),
    guides: z
      .array(z.string())
      .describe('Instructions for assistants and contributors that are there already.'),
  })
  .meta({ id: 'RepoContents' })

export interface Contents extends z.output<typeof Contents> {
  commits: StoredCommit[]
}
