import type { ActivityEvent } from '../../client.ts'

/*
 * What was done to notes, decisions, specs, skills and repositories, as the rest of a sentence that begins with who did it. Undefined
 * for what is said of everything alike: made, deleted, brought back.
 */

export function noteAction({ type, data }: ActivityEvent, title: string): string | undefined {
  const changes = (data.changes ?? {}) as Record<string, { to: unknown } | undefined>
  switch (type) {
    case 'note.created':
      return `wrote the note “${title}”`
    case 'note.moved':
      return changes.projectId?.to === null
        ? `made the note “${title}” their own`
        : `moved the note “${title}” to a project`
    case 'note.published':
      return `let everybody read the note “${title}”`
    case 'note.unpublished':
      return `took the note “${title}” back from the public`
    case 'note.updated':
      if (Object.keys(changes).join() !== 'pinned') return `changed the note “${title}”`
      return changes.pinned?.to ? `pinned the note “${title}”` : `unpinned the note “${title}”`
    default:
      return undefined
  }
}

export function decisionAction({ type, data }: ActivityEvent, key: string): string | undefined {
  const { supersededBy } = data as { supersededBy?: { key: string } }
  switch (type) {
    case 'decision.created':
      return data.status === 'accepted' ? `decided ${key}` : `proposed ${key}`
    case 'decision.discussed':
      return `said something about ${key}`
    case 'decision.reopened':
      return `proposed ${key} again`
    case 'decision.superseded':
      return `let ${supersededBy?.key ?? 'another decision'} hold in place of ${key}`
    default:
      return undefined
  }
}

export function specAction({ type, data }: ActivityEvent, key: string): string | undefined {
  const {
    item,
    reason,
    changes = {},
  } = data as {
    item?: { key: string }
    reason?: string
    changes?: Record<string, { to: unknown } | undefined>
  }
  switch (type) {
    case 'spec.created':
      return `wrote ${key}`
    case 'spec.linked':
      return `said that ${key} describes ${item?.key}`
    case 'spec.unlinked':
      return `said that ${key} no longer describes ${item?.key}`
    case 'spec.updated':
      if (changes.status && Object.keys(changes).every((name) => name === 'status' || name === 'revision'))
        return `moved ${key} to ${String(changes.status.to)}`
      return `revised ${key}${reason ? `: ${reason}` : ''}`
    default:
      return undefined
  }
}

export function skillAction({ type }: ActivityEvent, slug: string): string | undefined {
  if (type === 'skill.updated') return `revised the skill ${slug}`
  return undefined
}

export function repoAction({ type, data }: ActivityEvent, name: string): string | undefined {
  switch (type) {
    case 'repo.created':
      return `connected the repository ${name}`
    case 'repo.synced':
      return `read the repository ${name}`
    case 'repo.failed':
      return `could not read the repository ${name}`
    case 'repo.described':
      return `generated ${String(data.path)} for the repository ${name}`
    case 'repo.deleted':
      return `disconnected the repository ${name}`
    case 'repo.updated':
      return `changed how the repository ${name} is connected`
    case 'repo.restored':
      return `connected the repository ${name} again`
    default:
      return undefined
  }
}
