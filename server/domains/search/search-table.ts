import { type Sql, sql } from '../../database/sql.ts'
import type { IndexedKind } from './kinds.ts'

/**
 * A table of texts with their words and vectors. Tables are separate, so that a large one never slows the search in
 * another. Statements name its rows `e`.
 */
export interface SearchTable<Kind extends string = string> {
  name: string
  /** The column that vectors in memory are grouped by. Nodes load and drop whole groups. */
  groupColumn: 'organization_id' | 'repo_id'
  /** The columns that a search can filter by in memory: see `SearchScope`. */
  placeColumns: readonly string[]
  /** The columns of a hit: subject_id, subject_kind, part, importance, updated_at and language. */
  hitColumns: Sql
  /** How much the importance, from 0 to 1, adds to the rank of a hit. */
  importanceWeight: number
  /** The order in which texts without a vector are embedded. */
  embedOrder: Sql
  textToEmbed(entry: { title: string; body: string }): string
  /** Only for its type: the kinds of its subjects. */
  kind?: Kind
}

/** The entries to search. */
export interface SearchScope {
  /** The condition on `e`. It alone decides who sees an entry. */
  where: Sql
  /** The groups that all of these entries belong to. Null for built-in content. */
  groups: readonly (string | null)[]
  /** Allowed values of place columns. `where` must imply them. */
  places?: Readonly<Record<string, readonly string[]>>
}

/** Newer or more important entries come first among entries that fit almost equally well. */
export const tieBreak = 0.01

/** The index of all items: see entries.ts. */
export const searchEntries: SearchTable<IndexedKind> = {
  name: 'search_entries',
  groupColumn: 'organization_id',
  placeColumns: ['subject_kind', 'project_id', 'agent_id', 'session_id'],
  hitColumns: sql`e.subject_id, e.subject_kind, e.part, e.importance, e.updated_at, e.language`,
  importanceWeight: tieBreak,
  // Content of users comes before built-in content.
  embedOrder: sql`(e.organization_id is null)`,
  textToEmbed: ({ title, body }) => (title ? `${title}\n${body}` : body),
}
