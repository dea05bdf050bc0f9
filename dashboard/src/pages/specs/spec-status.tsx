import { Badge } from '../../ui/badge.tsx'
import { type Spec, statusNames } from './queries.ts'

const tones = { draft: 'plain', review: 'attention', approved: 'accent', archived: 'plain' } as const

export function SpecStatus({ status }: { status: Spec['status'] }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>
}
