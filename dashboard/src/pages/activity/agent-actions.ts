import type { ActivityEvent } from '../../client.ts'
import { actionTexts } from './action-texts.ts'

/*
 * Actions on agents, their questions, memory and sessions. Undefined for events that need no special sentence.
 */

export function agentAction({ type, data }: ActivityEvent, item: string): string | undefined {
  const { name } = (data.changes ?? {}) as { name?: { from: unknown; to: unknown } }
  if (type !== 'agent.updated' || !name) return undefined
  return actionTexts.agentActions.renamed(String(name.from), item)
}

export function questionAction({ type, data }: ActivityEvent): string {
  const { item, asker, question, answer } = data as {
    item?: { key: string }
    asker?: { name: string }
    question: string
    answer?: string
  }
  const { asked, answered } = actionTexts.questionActions
  return type === 'question.asked'
    ? asked(item?.key, withoutMarkup(question))
    : answered(asker!.name, item?.key, withoutMarkup(answer!))
}

/** Removes the most frequent Markdown marks, because a sentence shows them as they are. */
function withoutMarkup(text: string): string {
  return text.replace(/\*\*|`|^#+ /gm, '')
}

export function memoryAction({ type, subject, data }: ActivityEvent, item: string): string {
  const { removed, changes = {} } = data as { removed?: number; changes?: Record<string, { to: unknown }> }
  const { memoryActions } = actionTexts
  switch (type) {
    case 'memory.stored':
      return memoryActions.stored
    case 'memory.updated':
      return changes.supersededBy?.to ? memoryActions.superseded : memoryActions.updated
    case 'memory.deleted':
      return memoryActions.deleted
    case 'memory.restored':
      return memoryActions.restored
    case 'memory.cleared':
      return memoryActions.cleared(subject.kind, item, removed)
    case 'memory.archived':
      return memoryActions.archived(item)
    case 'memory.discarded':
      return memoryActions.discarded(item)
    case 'memory.returned':
      return memoryActions.returned(item)
    default:
      return memoryActions.purged
  }
}

export function sessionAction({ type }: ActivityEvent, item: string): string | undefined {
  return actionTexts.sessionActions[type]?.(item)
}
