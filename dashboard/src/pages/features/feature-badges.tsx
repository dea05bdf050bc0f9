import { Badge } from '../../ui/badge.tsx'
import { kindNames, statusNames } from './names.ts'
import type { Feature } from './queries.ts'

const tones = {
  planned: 'plain',
  active: 'accent',
  changes_requested: 'attention',
  done: 'accent',
  cancelled: 'plain',
} as const

export function FeatureStatus({ status }: Pick<Feature, 'status'>) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>
}

/** The badge of a kind. The default kind has none. */
export function FeatureKind({ kind }: Pick<Feature, 'kind'>) {
  if (kind === 'feature') return null
  return <Badge tone={kind === 'hotfix' ? 'danger' : 'plain'}>{kindNames[kind]}</Badge>
}
