import { Badge } from '../../ui/badge.tsx'
import { type Decision, statusNames } from './queries.ts'

const tones = { proposed: 'attention', accepted: 'accent', rejected: 'danger', superseded: 'plain' } as const

export function DecisionStatus({ status }: { status: Decision['status'] }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>
}
