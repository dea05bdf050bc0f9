import routes from '../../contract/routes.json'
import {
  type Client,
  type InputOf,
  type OutputOf,
  Problem,
  createClient,
} from '../../server/operations/client.ts'
import { noteWrite } from './live/own-writes.ts'
import { endSession, freshSignInNeeded, session } from './session.ts'

export { type InputOf, type OutputOf, Problem }

export type Task = OutputOf<'tasks.get'>
export type Status = Task['status']
export type Priority = Task['priority']
export type Project = OutputOf<'projects.list'>['items'][number]
export type ProjectWithStats = OutputOf<'projects.get'>
export type ActivityEvent = OutputOf<'activity.listEvents'>['items'][number]
export type McpToken = OutputOf<'credentials.listMcpTokens'>['items'][number]
export type Me = OutputOf<'accounts.getMe'>

const send = createClient({
  baseUrl: '',
  routes,
  token: () => session.get().token,
  // What is known is kept by the queries; a second memory in the browser would answer with old news.
  fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
})
/** It is not there, or no longer: what was loaded before must not be shown on. */
export const isGone = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found'

const endings = new Set(['invalid_credential', 'unauthenticated', 'suspended'])

/**
 * Calls an operation of the server. When the server no longer knows the session, the person is signed out; when it wants
 * a fresh one, they are asked to sign in again. Whoever calls is told in any case.
 */
export const call: Client = async (id, input, options) => {
  const { token } = session.get()
  const answer = send(id, input, options)
  if (!routes[id].startsWith('GET ')) noteWrite(answer)
  try {
    return await answer
  } catch (error) {
    // An answer to a session that is over says nothing about the present one.
    if (error instanceof Problem && token !== null && token === session.get().token) {
      if (endings.has(error.code)) endSession(error.message)
      if (error.code === 'sign_in_again') freshSignInNeeded.set(true)
    }
    throw error
  }
}
