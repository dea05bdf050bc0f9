import type { Home } from '../../queries.ts'
import { texts } from './texts.ts'

type Action = Home['activity']['groups'][number]['actions'][number]

const maxParts = 3

/** Returns "completed 4 tasks, wrote 2 comments and 3 other changes". */
export function describeActions(actions: Action[]): string {
  const shown = actions.slice(0, maxParts).map(describe)
  const others = actions.slice(maxParts).reduce((total, { count }) => total + count, 0)
  const { list, others: otherChanges } = texts.sinceLastVisit
  return list(others > 0 ? [...shown, otherChanges(others)] : shown)
}

function describe({ type, count }: Action): string {
  const phrase = texts.phrases[type]
  if (phrase) return phrase
  const [kind = '', verb = ''] = type.split('.')
  const [one, many] = texts.nouns[kind] ?? [kind, kind]
  return `${texts.verbs[type] ?? texts.verbs[verb] ?? verb} ${texts.counted(count, one, many)}`
}
