import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'

/** The state of the code index of a repository. server/domains/code maintains it. */
export const IndexState = z
  .object({
    commit: z.string().nullable().describe('Indexed commit. Null until the first one is complete.'),
    at: z.iso.datetime().nullable().describe('Time when it was complete.'),
    files: z.int().describe('Files that can be found.'),
    chunks: z.int().describe('Passages of these files.'),
    embedded: z.int().describe('Passages that can be found by meaning. The others only by words.'),
    skipped: z.int().describe('Files that were left out.'),
    skippedBy: z
      .record(z.string(), z.int())
      .describe('Files that were left out, by reason: vendored, generated, binary, secret, large, limit, ….'),
    failure: z.string().nullable().describe('Reason why the newest commit could not be indexed.'),
  })
  .meta({ id: 'CodeIndexState' })

interface IndexRow extends Omit<z.output<typeof IndexState>, 'skipped' | 'skippedBy'> {
  /** Numbers of skipped files: by their path, and by their content. */
  byPath: Record<string, number>
  byContent: Record<string, number>
}

/** Returns null before the first run. */
export async function indexStateOf(
  { app, db }: Pick<Context, 'app' | 'db'>,
  repoId: string,
): Promise<z.output<typeof IndexState> | null> {
  const [row] = await db.run<IndexRow>(
    sql`select i.commit, i.indexed_at as at, i.failure, i.skipped as "byPath",
            coalesce((select jsonb_object_agg(skipped, files) from (
              select skipped, count(*)::integer as files from code_files
               where repo_id = i.repo_id and skipped is not null group by skipped) as counted), '{}') as "byContent",
            (select count(*) from code_files where repo_id = i.repo_id and skipped is null)::integer as files,
            (select count(*) from code_chunks where repo_id = i.repo_id)::integer as chunks,
            (select count(*) from code_chunks where repo_id = i.repo_id and model = ${app.embedder.model})::integer as embedded
       from code_indexes i where i.repo_id = ${repoId}`,
  )
  if (!row) return null
  const { byPath, byContent, ...state } = row
  const skippedBy = { ...byPath }
  for (const [reason, files] of Object.entries(byContent))
    skippedBy[reason] = (skippedBy[reason] ?? 0) + files
  const skipped = Object.values(skippedBy).reduce((sum, files) => sum + files, 0)
  return { ...state, skipped, skippedBy }
}
