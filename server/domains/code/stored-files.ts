import type { Queries } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'
import type { Chunk } from './chunk-file.ts'
import { searchWords } from './code-words.ts'
import { importanceOf } from './select-files.ts'
import type { SkipReason } from './skip-by-path.ts'

/** The stored result of reading a content: its chunks under `subjectId`, or why it was left out. */
export interface StoredContent {
  blob: string
  bytes: number
  subjectId: string | null
  skipped: SkipReason | null
}

export interface StoredFile extends StoredContent {
  path: string
}

export function readStoredFiles(db: Queries, repoId: string): Promise<StoredFile[]> {
  return db.run<StoredFile>(
    sql`select path, blob, bytes, subject_id as "subjectId", skipped from code_files where repo_id = ${repoId}`,
  )
}

export async function storeFiles(db: Queries, repoId: string, files: StoredFile[]): Promise<void> {
  if (files.length === 0) return
  const column = <Name extends keyof StoredFile>(name: Name) => files.map((file) => file[name])
  await db.run(
    sql`insert into code_files (repo_id, path, blob, bytes, subject_id, skipped)
     select ${repoId}, * from unnest(${column('path')}::text[], ${column('blob')}::text[], ${column('bytes')}::integer[],
       ${column('subjectId')}::uuid[], ${column('skipped')}::text[])
     on conflict (repo_id, path) do update
       set blob = excluded.blob, bytes = excluded.bytes, subject_id = excluded.subject_id, skipped = excluded.skipped`,
  )
}

/** The chunks of one content. `path` is one of its files. */
export interface ContentToStore {
  subjectId: string
  path: string
  chunks: Chunk[]
}

// Statements have a timeout, and each row updates the index of words.
const rowsPerStatement = 200

export async function storeChunks(db: Queries, repoId: string, contents: ContentToStore[]): Promise<void> {
  const rows = contents.flatMap(({ subjectId, path, chunks }) =>
    chunks.map(({ startLine, endLine, symbol, text }, part) => {
      const title = symbol === null ? path : `${path} ${symbol}`
      return {
        subject_id: subjectId,
        part,
        start_line: startLine,
        end_line: endLine,
        symbol,
        title,
        body: text,
        importance: importanceOf(path),
        title_words: searchWords(title),
        body_words: searchWords(text),
      }
    }),
  )
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await db.run(
      sql`insert into code_chunks (subject_id, part, repo_id, start_line, end_line, symbol, title, body, importance, words)
       select subject_id, part, ${repoId}, start_line, end_line, symbol, title, body, importance,
              setweight(to_tsvector('english', title_words), 'A') || setweight(to_tsvector('english', body_words), 'B')
         from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + rowsPerStatement))}::jsonb) as given (
           subject_id uuid, part smallint, start_line integer, end_line integer, symbol text, title text, body text,
           importance real, title_words text, body_words text)`,
    )
}

const removedPerStatement = 2000

/** Removes files that are no longer in the repository. */
export async function removeFiles(db: Queries, repoId: string, paths: string[]): Promise<void> {
  if (paths.length > 0)
    await db.run(sql`delete from code_files where repo_id = ${repoId} and path = any(${paths}::text[])`)
}

/** Removes chunks of contents that no file has any more. */
export async function removeUnusedChunks(db: Queries, repoId: string): Promise<void> {
  let removed: unknown[]
  do {
    removed = await db.run(
      sql`delete from code_chunks where ctid = any(array(
         select c.ctid from code_chunks c
          where c.repo_id = ${repoId} and not exists (select 1 from code_files f where f.subject_id = c.subject_id)
          limit ${sql.raw(removedPerStatement)})) returning 1`,
    )
  } while (removed.length === removedPerStatement)
}
