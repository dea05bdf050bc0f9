import { Badge } from '../../ui/badge.tsx'
import type { OwnItem } from './queries.ts'
import { texts } from './texts.ts'

const tones = { published: 'accent', withdrawn: 'plain', removed: 'danger' } as const

/** Whether an item is published, withdrawn or removed. */
export function StatusBadge({ status }: Pick<OwnItem, 'status'>) {
  return <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
}
