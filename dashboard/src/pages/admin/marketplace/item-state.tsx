import { Badge } from '../../../ui/badge.tsx'
import { StatusBadge } from '../../marketplace/status-badge.tsx'
import { texts } from '../../marketplace/texts.ts'
import type { AdministeredItem } from './queries.ts'

/** The state of an item, and whether it is featured. */
export function ItemState({ item }: { item: Pick<AdministeredItem, 'status' | 'featured'> }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <StatusBadge status={item.status} />
      {item.featured && <Badge tone="attention">{texts.featured}</Badge>}
    </span>
  )
}
