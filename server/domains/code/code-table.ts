import { sql } from '../../database/sql.ts'
import type { SearchTable } from '../search/search-table.ts'
import { splitIdentifiers } from './code-words.ts'

/** The chunks of code. Their age says nothing, because an old function is as useful as a new one. */
export const codeChunks: SearchTable<'code'> = {
  name: 'code_chunks',
  groupColumn: 'repo_id',
  placeColumns: [],
  hitColumns: sql`e.subject_id, 'code' as subject_kind, e.part, e.importance, timestamptz 'epoch' as updated_at,
    'english' as language`,
  importanceWeight: 0.01,
  embedOrder: sql`e.importance desc`,
  // The model knows words, and reads only a limited number of tokens, which punctuation would fill.
  textToEmbed: ({ title, body }) => splitIdentifiers(`${title}\n${body}`),
}
