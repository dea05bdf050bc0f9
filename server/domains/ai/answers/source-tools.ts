import { z } from 'zod'
import type { ModelTool, ToolCall } from '../../../platform/language-model/model.ts'
import { loadFile } from '../../code/load-file.ts'
import {
  type Found,
  type PassageKind,
  type SearchContext,
  codePassages,
  findPassages,
} from './find-passages.ts'

/*
 * Tools that only answers have: another search, and more lines of a file. Their results are passages, which the answer
 * can cite. They see the same as the person who asks.
 */

export interface SourceScope {
  kinds?: readonly PassageKind[] | undefined
  /** Ids. */
  project?: string | undefined
  repo?: string | undefined
}

export interface SourceResult {
  found: Found[]
  /** Why nothing was found. */
  failure?: string
}

const SearchInput = z.object({ query: z.string().trim().min(1).max(500) })
const ReadInput = z.object({
  repo: z.string().min(1).max(200),
  path: z.string().min(1).max(1000),
  line: z.int().min(1).max(10_000_000).default(1),
})

const text = (description: string) => ({ type: 'string', description })

export const sourceTools: readonly ModelTool[] = [
  {
    name: 'search',
    description: 'Search items and code by words and by meaning. Returns passages with numbers to cite.',
    inputSchema: { type: 'object', properties: { query: text('Words or a question.') }, required: ['query'] },
  },
  {
    name: 'read_file',
    description: 'Read about 200 lines of an indexed source file. Returns a passage with a number to cite.',
    inputSchema: {
      type: 'object',
      properties: {
        repo: text('Name of the repository, as in a passage.'),
        path: text('Path in the repository.'),
        line: { type: 'integer', description: 'First line to read. Default 1.' },
      },
      required: ['repo', 'path'],
    },
  },
]

const maxFound = 6

/** Runs a call of these tools. Returns undefined for another tool. */
export async function callSourceTool(
  ctx: SearchContext,
  scope: SourceScope,
  { name, input }: ToolCall,
): Promise<SourceResult | undefined> {
  if (name === 'search') {
    const parsed = SearchInput.safeParse(input)
    if (!parsed.success) return invalid('Pass "query": words or a question, at most 500 characters.')
    const found = await findPassages(ctx, { ...scope, text: parsed.data.query, limit: maxFound })
    return { found, ...(found.length === 0 && { failure: 'Nothing was found.' }) }
  }
  if (name === 'read_file') {
    const parsed = ReadInput.safeParse(input)
    if (!parsed.success) return invalid('Pass "repo", "path", and optionally "line", a number from 1.')
    const lines = await loadFile(ctx, { ...parsed.data, project: scope.project })
    if (!lines) return invalid('There is no such indexed file. Find its name and path with search.')
    return { found: await codePassages(ctx, [{ ...lines, similarity: null }]) }
  }
  return undefined
}

function invalid(failure: string): SourceResult {
  return { found: [], failure }
}
