import { type InputOf, type OutputOf, anyOrganization } from '../../client.ts'
import { read, readFilteredPages } from '../../read.ts'
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
export const notesQuery = (filter: NoteFilter) => readFilteredPages('notes.list', { limit: 50, ...filter })

// Visitors without an account receive no live events.
export const publicNoteQuery = (slug: string) => ({
  ...read('notes.getPublic', { slug }, anyOrganization),
  staleTime: 0,
})
