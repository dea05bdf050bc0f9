import type { ActivityEvent } from '../../client.ts'
import { actionTexts } from './action-texts.ts'

/*
 * Actions on notes, decisions, specs, skills and repositories. Undefined for events that need no special sentence.
 */

export function noteAction({ type, data }: ActivityEvent, title: string): string | undefined {
  const changes = (data.changes ?? {}) as Record<string, { to: unknown } | undefined>
  const { noteActions } = actionTexts
  switch (type) {
    case 'note.created':
      return noteActions.created(title)
    case 'note.moved':
      return changes.projectId?.to === null ? noteActions.madePrivate(title) : noteActions.moved(title)
    case 'note.published':
      return noteActions.published(title)
    case 'note.unpublished':
      return noteActions.unpublished(title)
    case 'note.updated':
      if (Object.keys(changes).join() !== 'pinned') return noteActions.updated(title)
      return changes.pinned?.to ? noteActions.pinned(title) : noteActions.unpinned(title)
    default:
      return undefined
  }
}

export function decisionAction({ type, data }: ActivityEvent, key: string): string | undefined {
  const { supersededBy } = data as { supersededBy?: { key: string } }
  const { decisionActions } = actionTexts
  switch (type) {
    case 'decision.created':
      return data.status === 'accepted' ? decisionActions.accepted(key) : decisionActions.proposed(key)
    case 'decision.discussed':
      return decisionActions.discussed(key)
    case 'decision.superseded':
      return decisionActions.superseded(key, supersededBy?.key ?? decisionActions.unknownSuccessor)
    default:
      return undefined
  }
}

interface SpecData {
  item?: { key: string }
  reason?: string
  changes?: Record<string, { to: unknown } | undefined>
}

export function specAction({ type, data }: ActivityEvent, key: string): string | undefined {
  const { item, reason, changes = {} } = data as SpecData
  const { specActions, anyAction } = actionTexts
  switch (type) {
    case 'spec.linked':
      return specActions.linked(key, item?.key)
    case 'spec.unlinked':
      return specActions.unlinked(key, item?.key)
    case 'spec.updated':
      if (changes.status && Object.keys(changes).every((name) => name === 'status' || name === 'revision'))
        return anyAction.moved(key, String(changes.status.to))
      return reason ? specActions.revisedBecause(key, reason) : specActions.revised(key)
    default:
      return undefined
  }
}

export function skillAction({ type }: ActivityEvent, slug: string): string | undefined {
  return type === 'skill.updated' ? actionTexts.skillActions.revised(slug) : undefined
}

export function repoAction({ type, data }: ActivityEvent, name: string): string | undefined {
  const { repoActions } = actionTexts
  switch (type) {
    case 'repo.created':
      return repoActions.connected(name)
    case 'repo.synced':
      return repoActions.synced(name)
    case 'repo.failed':
      return repoActions.failed(name)
    case 'repo.indexed':
      return repoActions.indexed(name)
    case 'repo.described':
      return repoActions.described(String(data.path), name)
    case 'repo.proposed':
      return repoActions.proposed(Number(data.number), name)
    case 'repo.deleted':
      return repoActions.disconnected(name)
    case 'repo.updated':
      return repoActions.updated(name)
    case 'repo.restored':
      return repoActions.reconnected(name)
    default:
      return undefined
  }
}
