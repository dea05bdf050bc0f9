import { events } from '../../../../server/database/events.ts'

/** These concern one person alone, so no webhook is ever told of them. */
const personal = new Set([
  ...['api_key', 'mcp_token', 'login', 'passkey', 'password', 'identity', 'integration', 'preferences'],
  ...['onboarding', 'device', 'workspace_folder', 'notification'],
])

export interface EventKind {
  /** As types begin with it: `task`. */
  kind: string
  name: string
  types: { type: string; verb: string; sentence: string }[]
}

/** What there is to choose from, by what it is about. */
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

/** "Everything", "Task, Note created". */
export function chosenInWords(chosen: string[]): string {
  if (chosen.includes('*')) return 'Everything'
  return chosen
    .map((each) => {
      const [kind, verb] = each.split('.')
      return verb === '*' ? kindName(kind!) : `${kindName(kind!)} ${verb}`
    })
    .join(', ')
}
