import type { ActivityEvent } from '../../client.ts'

/*
 * What was done to agents, memory and sessions, as the rest of a sentence that begins with who did it. Undefined for what
 * is said of everything alike.
 */

export function agentAction({ type, data }: ActivityEvent, item: string): string | undefined {
  const { name } = (data.changes ?? {}) as { name?: { from: unknown; to: unknown } }
  if (type === 'agent.updated' && name) return `renamed the agent ${String(name.from)} to ${item}`
  return undefined
}

export function memoryAction({ type, subject, data }: ActivityEvent, item: string): string {
  const { removed, changes = {} } = data as { removed?: number; changes?: Record<string, { to: unknown }> }
  switch (type) {
    case 'memory.stored':
      return 'remembered something'
    case 'memory.updated':
      return changes.supersededBy?.to ? 'put something newer in the place of a memory' : 'changed a memory'
    case 'memory.deleted':
      return 'forgot something'
    case 'memory.restored':
      return 'remembers something again'
    case 'memory.cleared':
      return `cleared the memory of the ${subject.kind} ${item}${removed === undefined ? '' : `, ${entries(removed)}`}`
    case 'memory.archived':
      return `put the memory of ${item} away`
    case 'memory.discarded':
      return `discarded the memory of ${item}`
    case 'memory.returned':
      return `brought the memory of ${item} back`
    default:
      return 'removed a memory'
  }
}

function entries(count: number): string {
  return count === 1 ? 'one entry' : `${count} entries`
}

export function sessionAction({ type }: ActivityEvent, item: string): string | undefined {
  const verb = sessionVerbs[type]
  return verb && `${verb} ${item}`
}

const sessionVerbs: Record<string, string | undefined> = {
  'session.created': 'began the session',
  'session.checkpointed': 'kept a checkpoint of the session',
  'session.paused': 'paused the session',
  'session.resumed': 'went on with the session',
  'session.ended': 'ended the session',
}
