import type { OutputOf } from '../../client.ts'
import { type PagesRead, type ReadOf, read, readPages } from '../../read.ts'
import type { RevisedKind } from './document-kinds.ts'

type Comparison = OutputOf<'specs.compare'>
type ListedRevision = Comparison['from']
/** Paths of changed files. */
export type ChangedFiles = Record<'added' | 'removed' | 'changed', string[]>

export interface RevisionReads {
  list: PagesRead<ListedRevision>
  compare: (from: number, to: number) => ReadOf<Comparison & { files?: ChangedFiles }>
  /** Returns the text of a revision, which is needed to expand unchanged lines. */
  text: (revision: number) => ReadOf<{ content: string }>
}

/** The queries for the revisions of a document, by its key or id. */
export const revisionReads: Record<RevisedKind, (ref: string) => RevisionReads> = {
  note: (note) => ({
    list: readPages('notes.listRevisions', { note, limit: 100 }),
    compare: (from, to) => read('notes.compare', { note, from, to }),
    text: (revision) => read('notes.getRevision', { note, revision }),
  }),
  spec: (spec) => ({
    list: readPages('specs.listRevisions', { spec, limit: 100 }),
    compare: (from, to) => read('specs.compare', { spec, from, to }),
    text: (revision) => read('specs.get', { spec, revision }),
  }),
  skill: (skill) => ({
    list: readPages('skills.listRevisions', { skill, limit: 100 }),
    compare: (from, to) => read('skills.compare', { skill, from, to }),
    text: (revision) => read('skills.get', { skill, revision }),
  }),
  page: (page) => ({
    list: readPages('pages.listRevisions', { page, limit: 100 }),
    compare: (from, to) => read('pages.compare', { page, from, to }),
    text: (revision) => read('pages.getRevision', { page, revision }),
  }),
  post: (post) => ({
    list: readPages('posts.listRevisions', { post, limit: 100 }),
    compare: (from, to) => read('posts.compare', { post, from, to }),
    text: (revision) => read('posts.getRevision', { post, revision }),
  }),
}
