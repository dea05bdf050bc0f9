import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, anyOrganization, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'
import { asText, searchOf } from '../../routes/search.ts'

export type Note = OutputOf<'notes.get'>
export type ListedNote = OutputOf<'notes.list'>['items'][number]
export type NoteFilter = Pick<InputOf<'notes.list'>, 'project' | 'personal' | 'tag' | 'search'>

/** The filter value for notes without a project. Slugs can't contain an asterisk. */
export const own = '*own'

/** Reads the filters from the URL. */
export const readNoteSearch = searchOf({ find: asText, tag: asText, of: asText })
export type NoteSearch = ReturnType<typeof readNoteSearch>

export function filterOf({ find, tag, of }: NoteSearch): NoteFilter {
  return {
    ...(find && { search: find }),
    ...(tag && { tag: [tag] }),
    ...(of === own ? { personal: true } : of ? { project: of } : {}),
  }
}

/** Pinned notes first, then by last update. */
export const notesQuery = (filter: NoteFilter) => ({
  ...pagesQuery(['notes', filter], (cursor, signal) =>
    call('notes.list', { limit: 50, cursor, ...filter }, { signal }),
  ),
  placeholderData: keepPreviousData,
})

export const noteQuery = (note: string) =>
  queryOptions({
    queryKey: ['note', note],
    queryFn: ({ signal }) => call('notes.get', { note }, { signal }),
  })

export const noteRevisionsQuery = (note: string) =>
  pagesQuery(['note', note, 'revisions'], (cursor, signal) =>
    call('notes.listRevisions', { note, limit: 100, cursor }, { signal }),
  )

export const noteRevisionQuery = (note: string, revision: number) =>
  queryOptions({
    queryKey: ['note', note, 'revision', revision],
    queryFn: ({ signal }) => call('notes.getRevision', { note, revision }, { signal }),
    // Revisions never change.
    staleTime: Infinity,
  })

export const publicNoteQuery = (slug: string) =>
  queryOptions({
    queryKey: ['public-note', slug],
    queryFn: ({ signal }) => call('notes.getPublic', { slug }, { signal, ...anyOrganization }),
    // Visitors without an account receive no live events.
    staleTime: 0,
  })
