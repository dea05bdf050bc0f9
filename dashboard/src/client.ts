import routes from '../../contract/routes.json'
import {
  type CallOptions,
  type Client,
  type InputOf,
  type OperationId,
  type OutputOf,
  Problem,
  createClient,
} from '../../server/operations/client.ts'
import { type ServerSentEvent, fetchWithEvents } from './fetch-with-events.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'
import { noteWrite } from './live/own-writes.ts'
import {
  endSession,
  freshSignInNeeded,
  loseOrganization,
  secondFactorRejections,
  session,
} from './session.ts'

export { type CallOptions, type InputOf, type OutputOf, Problem }

export type Task = OutputOf<'tasks.update'>
/** With what a list does not tell of it, once that was read. */
export type OpenedTask = Task & Partial<Pick<OutputOf<'tasks.get'>, 'dependencies'>>
export type Status = Task['status']
export type Priority = Task['priority']
export type Project = OutputOf<'projects.list'>['items'][number]
export type ProjectWithStats = OutputOf<'projects.get'>
export type ActivityEvent = OutputOf<'activity.listEvents'>['items'][number]
export type McpToken = OutputOf<'credentials.listMcpTokens'>['items'][number]
/** API keys and MCP tokens look alike. */
export type Credential = McpToken
export type Me = OutputOf<'accounts.getMe'>
export type MyOrganization = Me['organizations'][number]
export type Role = MyOrganization['role']
export type Profile = Me['user']
export type Preferences = OutputOf<'preferences.get'>
export type Passkey = OutputOf<'passkeys.list'>['items'][number]
export type ConnectedAccount = OutputOf<'connectedAccounts.list'>['items'][number]
export type Login = OutputOf<'logins.list'>['items'][number]
export type Integration = OutputOf<'integrations.listOwn'>['items'][number]

// What is only a tool has no route.
const routeOf: Record<string, string | undefined> = routes
const server = { baseUrl: '', routes, token: () => session.get().token }
const send = createClient({
  ...server,
  // What is known is kept by the queries; a second memory in the browser would answer with old news.
  fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
})

/** It is not there, or no longer: what was loaded before must not be shown on. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found'

const endings = new Set(['invalid_credential', 'unauthenticated', 'suspended'])

/** For what concerns the account alone: it works even when the chosen organization is lost. */
export const anyOrganization = { organization: '' }

/**
 * Calls an operation of the server, in the organization that was chosen. When the server no longer knows the session, the
 * person is signed out; when it no longer knows them in that organization, they are back in their own; when it wants a
 * fresh sign-in, they are asked for it. Whoever calls is told in any case.
 */
export const call: Client = (id, input, options) => answered(id, send, input, options)

/** Calls an operation that takes a file, and says how much of it is there: from 0 to 1. */
export function upload<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  onProgress: (part: number) => void,
): Promise<OutputOf<Id>> {
  return answered(id, createClient({ ...server, fetch: fetchWithProgress(onProgress) }), input)
}

/** Calls an operation whose answer comes in pieces, and tells of each. The event called `last` carries all of it. */
export function callStreamed<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  { last, onEvent, ...options }: CallOptions & { last: string; onEvent: (event: ServerSentEvent) => void },
): Promise<OutputOf<Id>> {
  const client = createClient({ ...server, fetch: fetchWithEvents(last, onEvent) })
  return answered(id, client, input, options)
}

async function answered<Id extends OperationId>(
  id: Id,
  client: Client,
  input: InputOf<Id>,
  options: CallOptions = {},
): Promise<OutputOf<Id>> {
  const { token, organization } = session.get()
  const answer = client(id, input, { ...(organization && { organization }), ...options })
  if (!routeOf[id]?.startsWith('GET ')) noteWrite(answer)
  try {
    return await answer
  } catch (error) {
    const now = session.get()
    // An answer to a session that is over says nothing about the present one.
    if (error instanceof Problem && token !== null && token === now.token) {
      if (endings.has(error.code)) endSession(error.message)
      if (error.code === 'sign_in_again') freshSignInNeeded.set(true)
      if (error.code === 'second_factor_required')
        secondFactorRejections.set(secondFactorRejections.get() + 1)
      const choiceCounted = options.organization === undefined && organization !== null
      if (error.code === 'no_organization' && choiceCounted && organization === now.organization)
        loseOrganization()
    }
    throw error
  }
}
