import { queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'

export type Session = OutputOf<'sessions.list'>['items'][number]
export type SessionDetails = OutputOf<'sessions.get'>
export type Checkpoint = SessionDetails['lastCheckpoints'][number]
export type Resumed = OutputOf<'sessions.resume'>
export type SessionFilter = Omit<InputOf<'sessions.list'>, 'cursor' | 'limit'>

/** Newest first. */
export const sessionsQuery = (filter: SessionFilter) =>
  pagesQuery(['sessions', 'listed', filter], (cursor, signal) =>
    call('sessions.list', { ...filter, limit: 50, cursor }, { signal }),
  )

/** The newest sessions, for a selection list. */
export const sessionChoicesQuery = queryOptions({
  queryKey: ['sessions', 'choices'],
  queryFn: async ({ signal }) => (await call('sessions.list', { mine: false, limit: 100 }, { signal })).items,
})

export const sessionQuery = (session: string) =>
  queryOptions({
    queryKey: ['session', session],
    queryFn: ({ signal }) => call('sessions.get', { session }, { signal }),
  })
