import routes from '../../contract/routes.json'
import {
  type CallOptions,
  type Client,
  type InputOf,
  type OperationId,
  type OutputOf,
  Problem,
  createClient,
} from '../../server/assembly/client.ts'
import { recordWrite } from './live/own-writes.ts'
import {
  endSession,
  freshSignInNeeded,
  loseOrganization,
  secondFactorRejections,
  session,
} from './session.ts'

export { type CallOptions, type InputOf, type OutputOf, Problem }

export type Task = OutputOf<'tasks.update'>
/** A task with the details that lists leave out, once they are loaded. */
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

// Operations that are only tools have no route.
const routeOf: Record<string, string | undefined> = routes
const server = { baseUrl: '', routes, token: () => session.get().token }
const send = createClient({
  ...server,
  // The queries cache responses. The browser's own cache would return stale ones.
  fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
})

/** Returns whether the item doesn't exist or was deleted, so that cached data must not be shown. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found'

const sessionEndingCodes = new Set(['invalid_credential', 'unauthenticated', 'suspended'])

/** For operations on the account, which work even without access to the selected organization. */
export const anyOrganization = { organization: '' }

/**
 * Calls an operation of the server in the selected organization. Signs the user out if the session is invalid. Returns
 * to their own organization if they lost access to the selected one. Asks for a fresh sign-in if the server requires
 * it. The caller receives the error in any case.
 */
export const call: Client = (id, input, options) => callAndHandleErrors(id, send, input, options)

/** Calls an operation with another `fetch`, such as one that reports progress or reads a stream. */
export function callWith<Id extends OperationId>(
  request: typeof fetch,
  id: Id,
  input: InputOf<Id>,
  options?: CallOptions & { isStreamed?: boolean },
): Promise<OutputOf<Id>> {
  return callAndHandleErrors(id, createClient({ ...server, fetch: request }), input, options)
}

async function callAndHandleErrors<Id extends OperationId>(
  id: Id,
  client: Client,
  input: InputOf<Id>,
  { isStreamed = false, ...options }: CallOptions & { isStreamed?: boolean } = {},
): Promise<OutputOf<Id>> {
  const { token, organization } = session.get()
  const response = client(id, input, { ...(organization && { organization }), ...options })
  // Live updates wait for pending writes, and must not wait for a stream, which can take minutes.
  if (!routeOf[id]?.startsWith('GET ') && !isStreamed) recordWrite(response)
  try {
    return await response
  } catch (error) {
    const now = session.get()
    // A response to an ended session doesn't concern the current one.
    if (error instanceof Problem && token !== null && token === now.token) {
      if (sessionEndingCodes.has(error.code)) endSession(error.message)
      if (error.code === 'sign_in_again') freshSignInNeeded.set(true)
      if (error.code === 'second_factor_required')
        secondFactorRejections.set(secondFactorRejections.get() + 1)
      const usedSelection = options.organization === undefined && organization !== null
      if (error.code === 'no_organization' && usedSelection && organization === now.organization)
        loseOrganization()
    }
    throw error
  }
}
