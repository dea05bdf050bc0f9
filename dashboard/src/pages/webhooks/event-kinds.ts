import { events } from '../../../../server/database/events.ts'
import { texts } from './texts.ts'

/** Kinds of events that only one user receives. Webhooks never do. */
const personal = new Set([
  'api_key',
  'mcp_token',
  'login',
  'passkey',
  'password',
  'identity',
  'integration',
  'preferences',
  'onboarding',
  'device',
  'workspace_folder',
  'notification',
])

export interface EventKind {
  /** The first part of the event type: `task`. */
  kind: string
  name: string
  types: { type: string; verb: string; sentence: string }[]
}

/** The event types that a webhook can receive, by kind. */
export const eventKinds: EventKind[] = Object.entries(
  Object.groupBy(Object.entries(events), ([type]) => type.split('.')[0]!),
)
  .filter(([kind]) => !personal.has(kind))
  .map(([kind, types = []]) => ({
    kind,
    name: kindName(kind),
    types: types.map(([type, sentence]) => ({ type, verb: type.split('.')[1]!, sentence })),
  }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

export function kindName(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** Returns "All events", or the selection such as "Task, Note created". */
export function describeEvents(chosen: string[]): string {
  if (chosen.includes('*')) return texts.events.options.all
  return chosen
    .map((each) => {
      const [kind, verb] = each.split('.')
      return verb === '*' ? kindName(kind!) : `${kindName(kind!)} ${verb}`
    })
    .join(', ')
}
