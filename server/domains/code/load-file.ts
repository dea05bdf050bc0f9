import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type CodeHit, urlAtHost, visibleRepoIds } from './find-code.ts'

const maxLines = 200
const maxCharacters = 12_000

export interface FileQuery {
  /** Name or id. */
  repo: string
  path: string
  /** First line. */
  line: number
  /** Id of the project, if only its repositories count. */
  project?: string | undefined
}

interface ChunkRow {
  repo_id: string
  name: string
  start_line: number
  end_line: number
  body: string
  commit: string
  hostUrl: string | null
  apiUrl: string | null
  hostName: string | null
}

/** Reads lines of an indexed file that the caller can see, from the chunk with the given line. Undefined if none exists. */
export async function loadFile(
  ctx: Pick<Context, 'app' | 'db'> & InOrganization,
  { repo, path, line, project }: FileQuery,
): Promise<Omit<CodeHit, 'symbol' | 'similarity'> | undefined> {
  const repos = await visibleRepoIds(ctx, { project })
  const named = anyUuid.test(repo) ? sql`r.id = ${repo}` : sql`lower(r.name) = lower(${repo})`
  const rows = await ctx.db.run<ChunkRow>(
    sql`select r.id as repo_id, r.name, c.start_line, c.end_line, c.body, i.commit, r.host_url as "hostUrl",
        r.api_url as "apiUrl", r.host_name as "hostName"
      from code_files f join repos r on r.id = f.repo_id join code_indexes i on i.repo_id = f.repo_id
        join code_chunks c on c.subject_id = f.subject_id
      where f.repo_id = any(${repos}::uuid[]) and ${named} and f.path = ${path} and c.end_line >= ${line}
        and c.start_line < ${line + maxLines}
      order by r.id, c.start_line, c.part limit 100`,
  )
  const [first] = rows
  if (!first) return undefined
  // Several repositories can have the same name.
  const { body, endLine } = join(rows.filter(({ repo_id }) => repo_id === first.repo_id))
  const lines = { path, commit: first.commit, startLine: first.start_line, endLine }
  return {
    ...lines,
    repo: { id: first.repo_id, name: first.name },
    text: body,
    url: urlAtHost(first, lines),
  }
}

/** Joins chunks until the text is long enough. Chunks can overlap, and leave out blank lines between them. */
function join(chunks: ChunkRow[]): { body: string; endLine: number } {
  const [first, ...others] = chunks
  let body = first!.body.slice(0, maxCharacters)
  let endLine = first!.end_line
  for (const chunk of others) {
    if (chunk.start_line <= endLine) continue
    if (body.length + chunk.body.length > maxCharacters) break
    body += '\n'.repeat(Math.min(chunk.start_line - endLine, 3)) + chunk.body
    endLine = chunk.end_line
  }
  return { body, endLine }
}
