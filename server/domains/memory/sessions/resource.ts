import { type ResourceKind, mapPage, record, uriOf } from '../../../operations/resource.ts'
import { getSession } from './get-session.ts'
import { listSessions } from './list-sessions.ts'

export const sessionResource: ResourceKind = {
  name: 'session',
  title: 'Session',
  description: 'A session of work with its goals, state and last checkpoints. Reading it does not resume it.',
  mimeType: 'application/json',
  async show(query, session) {
    const shown = await query(getSession, { session })
    return record(uriOf('session', shown.id), shown.title, shown)
  },
  complete: (query, page) =>
    mapPage(query(listSessions, { mine: false, ...page }), ({ id, title }) => [id, title]),
}
