import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { filterOf, notesQuery, publicNoteQuery, readNoteSearch } from '../pages/notes/queries.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { project } from './project.ts'
import { root } from './root.ts'
import { asCount, asText, searchOf } from './search.ts'
import { shell } from './shell.ts'

const notes = createRoute({
  getParentRoute: () => shell,
  path: '/notes',
  validateSearch: readNoteSearch,
  loaderDeps: ({ search: { find, tag, of } }) => ({ find, tag, of }),
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(notesQuery(filterOf(deps))),
  component: lazyRouteComponent(() => import('../pages/notes/notes-page.tsx'), 'NotesPage'),
})

const newNote = createRoute({
  getParentRoute: () => shell,
  path: '/notes/new',
  validateSearch: searchOf({ title: asText, of: asText }),
  component: lazyRouteComponent(() => import('../pages/notes/new-note-page.tsx'), 'NewNotePage'),
})

const note = createRoute({
  getParentRoute: () => shell,
  path: '/notes/$note',
  loader: ({ params }) => void queryClient.prefetchQuery(read('notes.get', { note: params.note })),
  component: lazyRouteComponent(() => import('../pages/notes/note-page.tsx'), 'NotePage'),
})

const revisions = createRoute({
  getParentRoute: () => shell,
  path: '/notes/$note/revisions',
  validateSearch: searchOf({ from: asCount, to: asCount }),
  component: lazyRouteComponent(() => import('../pages/notes/note-revisions-page.tsx'), 'NoteRevisionsPage'),
})

export const noteRoutes = [notes, newNote, note, revisions] as const

export const projectNotesRoute = createRoute({
  getParentRoute: () => project,
  path: '/notes',
  validateSearch: readNoteSearch,
  loaderDeps: ({ search: { find, tag } }) => ({ find, tag }),
  loader: ({ params, deps }) =>
    void queryClient.prefetchInfiniteQuery(notesQuery(filterOf({ ...deps, of: params.slug }))),
  component: lazyRouteComponent(() => import('../pages/notes/notes-page.tsx'), 'ProjectNotesPage'),
})

/** Outside of the shell, because it is visible without signing in. */
export const publicNoteRoute = createRoute({
  getParentRoute: () => root,
  path: '/public/notes/$slug',
  loader: ({ params }) => void queryClient.prefetchQuery(publicNoteQuery(params.slug)),
  component: lazyRouteComponent(() => import('../pages/notes/public-note-page.tsx'), 'PublicNotePage'),
})
