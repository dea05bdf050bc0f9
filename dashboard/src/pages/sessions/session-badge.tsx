import { Badge } from '../../ui/badge.tsx'
import { type SessionStatus, statusNames } from './names.ts'

const tones = { active: 'accent', paused: 'attention', ended: 'plain' } as const

export function SessionBadge({ status }: { status: SessionStatus }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>
}
