import type { InputOf, OutputOf } from '../../client.ts'
import { read, readAll, readFilteredPages } from '../../read.ts'
import { asText, oneOf, searchOf } from '../../routes/search.ts'

export type AiSession = OutputOf<'aiSessions.get'>

/** The search parameters of the list of conversations. */
export const readAskSearch = searchOf({ q: asText, show: oneOf(['mine', 'shared']) })
export type AskSearch = ReturnType<typeof readAskSearch>

export const aiSessionQuery = (aiSession: string) => read('aiSessions.get', { aiSession })

/** All messages of a conversation, oldest first. A conversation has at most 400. */
export const messagesQuery = (aiSession: string) =>
  readAll('aiSessions.listMessages', { aiSession, limit: 200 })

export const aiSessionsQuery = ({ q, show }: AskSearch) => {
  const words = q?.trim()
  const filter: InputOf<'aiSessions.list'> = {
    ...(words && { q: words }),
    ...(show === 'mine' && { mine: true }),
    ...(show === 'shared' && { shared: true }),
  }
  return readFilteredPages('aiSessions.list', { ...filter, limit: 30 })
}
