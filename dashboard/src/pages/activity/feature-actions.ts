import { evidenceWords } from '../../../../server/domains/features/evidence/kinds.ts'
import type { ActivityEvent } from '../../client.ts'
import { gateTitle } from '../features/names.ts'
import type { Evidence, Feature, Review } from '../features/queries.ts'
import { actionTexts } from './action-texts.ts'

/*
 * Actions on features, their evidence and their reviews. `item` is the key of the feature.
 */

const { featureActions, evidenceActions } = actionTexts

/** Returns undefined for events that need no special sentence: created, deleted, restored. */
export function featureAction({ type, data }: ActivityEvent, item: string): string | undefined {
  const { from, to, gate, reason, finding, changes = {} } = data as FeatureData
  switch (type) {
    case 'feature.advanced':
      return featureActions.advanced(item, gateName(from), gateName(to))
    case 'feature.completed':
      return featureActions.finished(item)
    case 'feature.overridden':
      return featureActions.overridden(item, gateName(gate), reason)
    case 'feature.returned':
      return featureActions.returned(item, gateName(changes.gate?.to))
    case 'feature.reopened':
      return featureActions.reopenedGate(item, gateName(gate), finding)
    case 'feature.updated':
      return featureChange(item, changes)
    default:
      return undefined
  }
}

interface FeatureData {
  from?: string
  to?: string
  gate?: string
  reason?: string
  finding?: string
  changes?: Record<string, { from: unknown; to: unknown }>
}

function featureChange(item: string, changes: NonNullable<FeatureData['changes']>): string | undefined {
  const { status, title } = changes
  if (Object.keys(changes).length !== 1) return undefined
  if (title) return actionTexts.anyAction.renamed(item)
  if (!status) return undefined
  if ((status.to as Feature['status']) === 'cancelled') return featureActions.cancelled(item)
  return (status.from as Feature['status']) === 'planned'
    ? featureActions.started(item)
    : featureActions.reopened(item)
}

export function evidenceAction({ type, data }: ActivityEvent, item: string): string | undefined {
  const { kind, gate, status } = data as Partial<Evidence>
  switch (type) {
    case 'evidence.added':
      return evidenceActions.added(
        `${evidenceWords[kind!]}${evidenceActions.results[status!]}`,
        item,
        gateName(gate),
      )
    case 'evidence.checked':
      return evidenceActions.checked(item)
    case 'evidence.deleted':
      return evidenceActions.deleted(item)
    case 'evidence.restored':
      return evidenceActions.restored(item)
    default:
      return evidenceActions.purged(item)
  }
}

export function reviewAction({ data }: ActivityEvent, item: string): string {
  const { verdict, gate, backTo } = data as Partial<Review>
  const at = gateName(gate)
  if (verdict === 'approved') return featureActions.approved(item, at)
  if (verdict === 'commented') return featureActions.commented(item, at)
  return backTo
    ? featureActions.requestedChangesAndReturned(item, at, gateName(backTo))
    : featureActions.requestedChanges(item, at)
}

function gateName(gate: unknown): string {
  return typeof gate === 'string' && gate ? gateTitle(gate) : featureActions.unknownGate
}
