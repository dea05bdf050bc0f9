import { isFields } from '../cells.ts'

/** The messages of the control stream that concern runs. See docs/tunnel-protocol.md. */

export type FinalState = 'done' | 'failed' | 'refused' | 'cancelled' | 'lost'
export type RunState = 'queued' | 'asked' | 'running' | FinalState

/** A run that the service asks this machine to perform. */
export interface RunOrder {
  id: string
  action: string
  target: string | null
  input: Record<string, unknown>
  timeoutSeconds: number
  createdAt: string
  requester: Requester
  /** The MCP session, for a tool call that arrived over MCP. */
  session?: string
  requestId?: string | number
}

export interface Requester {
  userId: string
  name: string
  username: string | null
  email: string | null
  isOwner: boolean
  agent: { id: string; name: string } | null
}

/** Returns whether a message of the service has the form of an order. The gate checks its content. */
export function isRunOrder(value: unknown): value is RunOrder {
  if (!isFields(value) || !isFields(value.input) || !isFields(value.requester)) return false
  const { id, action, target, session, requester } = value
  const { userId, email, username, isOwner, agent } = requester
  return (
    typeof id === 'string' &&
    /^[\w-]{1,64}$/.test(id) &&
    typeof action === 'string' &&
    [target ?? '', session ?? '', email ?? '', username ?? ''].every((each) => typeof each === 'string') &&
    typeof userId === 'string' &&
    typeof isOwner === 'boolean' &&
    (agent === null || isFields(agent))
  )
}

export interface StateMessage {
  type: 'state'
  run: string
  /** `unknown` responds to an inquiry about a run that this machine never accepted. */
  state: RunState | 'unknown'
  at: string
  reason?: string
  result?: unknown
  /** The end of the output, at most 64 KiB. */
  output?: string
  outputBytes?: number
  decidedIn?: 'terminal'
}

export interface Progress {
  done: number
  total?: number
  message?: string
}

export type RunMessage = StateMessage | ({ type: 'progress'; run: string } & Progress)
