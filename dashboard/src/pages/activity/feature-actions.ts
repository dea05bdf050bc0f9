import { evidenceWords } from '../../../../server/domains/features/evidence/kinds.ts'
import type { ActivityEvent } from '../../client.ts'
import { gateTitle } from '../features/names.ts'
import type { Evidence, Feature, Review } from '../features/queries.ts'

/*
 * What was done to a feature, as the rest of a sentence that begins with who did it. `item` is its number.
 */

/** Undefined for what is said of everything alike: made, deleted, brought back. */
export function featureAction({ type, data }: ActivityEvent, item: string): string | undefined {
  const { from, to, gate, reason, changes = {} } = data as FeatureData
  switch (type) {
    case 'feature.advanced':
      return `moved ${item} from ${titled(from)} to ${titled(to)}`
    case 'feature.completed':
      return `finished ${item}`
    case 'feature.overridden':
      return `let ${item} pass ${titled(gate)} though something was missing: ${reason}`
    case 'feature.returned':
      return `sent ${item} back to ${titled(changes.gate?.to)}`
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
  changes?: Record<string, { from: unknown; to: unknown }>
}

function featureChange(item: string, changes: NonNullable<FeatureData['changes']>): string | undefined {
  const { status, title } = changes
  if (Object.keys(changes).length !== 1) return undefined
  if (title) return `renamed ${item}`
  if (!status) return undefined
  if ((status.to as Feature['status']) === 'cancelled') return `gave ${item} up`
  return (status.from as Feature['status']) === 'planned' ? `began ${item}` : `took ${item} up again`
}

export function evidenceAction({ type, data }: ActivityEvent, item: string): string | undefined {
  const { kind, gate, status } = data as Partial<Evidence>
  const found = { verified: ', verified', failed: ', which failed', unverified: '' }
  switch (type) {
    case 'evidence.added':
      return `brought a ${evidenceWords[kind!]} for ${titled(gate)} of ${item}${found[status!]}`
    case 'evidence.checked':
      return `looked into evidence of ${item} again`
    case 'evidence.deleted':
      return `took evidence of ${item} back`
    case 'evidence.restored':
      return `brought evidence of ${item} back`
    default:
      return `removed evidence of ${item}`
  }
}

export function reviewAction({ data }: ActivityEvent, item: string): string {
  const { verdict, gate, backTo } = data as Partial<Review>
  if (verdict === 'approved') return `approved ${item} at ${titled(gate)}`
  if (verdict === 'commented') return `commented on ${item} at ${titled(gate)}`
  return `requested changes of ${item} at ${titled(gate)}${backTo ? `, back to ${titled(backTo)}` : ''}`
}

function titled(gate: unknown): string {
  return typeof gate === 'string' && gate ? gateTitle(gate) : 'a gate'
}
