import { clean, shorten } from '../text.ts'
import type { Requester, RunOrder, RunState } from './messages.ts'

/** An event that the terminal shows. With `--json` it is printed as it is. */
export type TunnelEvent = { at: string } & (
  | { type: 'connected'; name: string; server: string }
  | { type: 'disconnected'; reason: string; retryInSeconds: number }
  | ({ type: 'run'; state: RunState; reason?: string } & RunSummary)
  | { type: 'permissions'; file: string; actions: number }
  | { type: 'problem'; message: string }
  | { type: 'stopping'; message: string }
)

export interface RunSummary {
  run: string
  action: string
  target: string | null
  requester: string
  input: Record<string, unknown>
}

/** Shows the events of a tunnel. */
export interface Output {
  show(event: TunnelEvent): void
  close(): void
}

const maxInputText = 500

/** Summarizes a run without control characters: requesters write its texts, and a terminal would obey them. */
export function summaryOf({ id, action, target, requester, input }: RunOrder): RunSummary {
  return {
    run: clean(id),
    action: clean(action),
    target: target === null ? null : clean(target),
    requester: clean(requesterText(requester)),
    input: Object.fromEntries(Object.entries(input).map(([name, value]) => [clean(name), shownValue(value)])),
  }
}

/** Names other people by their address too, because a display name can be anyone's. */
function requesterText({ name, email, username, isOwner, agent }: Requester): string {
  if (agent) return `${agent.name} (for ${name})`
  return isOwner ? name : `${name} <${email ?? username ?? 'no address'}>`
}

function shownValue(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  return shorten(clean(typeof value === 'string' ? value : JSON.stringify(value)), maxInputText)
}

/** Prints one line per event, for services and scripts. */
export function lineOutput(json: boolean): Output {
  let last = ''
  return {
    show(event) {
      if (json) return console.log(JSON.stringify(event))
      const text = sentenceOf(event)
      // A machine that is offline for hours prints the cause once.
      if (event.type !== 'disconnected' || text !== last) console.log(`${event.at}  ${text}`)
      last = text
    },
    close: () => {},
  }
}

/** Describes an event in one line. */
function sentenceOf(event: TunnelEvent): string {
  if (event.type === 'connected') return `Connected to ${event.server} as "${event.name}".`
  if (event.type === 'disconnected') return `${event.reason || 'The connection was lost.'} Reconnecting.`
  if (event.type === 'permissions') return `${event.file} allows ${event.actions} actions now.`
  if (event.type !== 'run') return event.message
  const parts = [event.state.padEnd(9), titleOf(event), event.requester, inputText(event), event.reason]
  return parts.filter(Boolean).join('  ')
}

export function titleOf({ action, target }: { action: string; target: string | null }): string {
  return target === null ? action : `${action} ${target}`
}

/** The input of a run that waits, so that a decision in the dashboard can be compared with the log. */
function inputText({ state, input }: { state: RunState; input: Record<string, unknown> }): string {
  return state === 'asked' && Object.keys(input).length > 0 ? JSON.stringify(input) : ''
}
