import type { InputOf, OutputOf } from '../../client.ts'
import { read, readPages } from '../../read.ts'

export type Session = OutputOf<'sessions.list'>['items'][number]
export type SessionDetails = OutputOf<'sessions.get'>
export type Checkpoint = SessionDetails['lastCheckpoints'][number]
export type Resumed = OutputOf<'sessions.resume'>
export type SessionFilter = Omit<InputOf<'sessions.list'>, 'cursor' | 'limit'>

/** Newest first. */
export const sessionsQuery = (filter: SessionFilter) => readPages('sessions.list', { ...filter, limit: 50 })

/** The newest sessions, for a selection list. */
export const sessionChoicesQuery = read('sessions.list', { mine: false, limit: 100 })
