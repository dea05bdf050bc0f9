import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { anyConflictQuery, itemConflictsQuery } from './queries.ts'

// Most items have no conflict.
const ConflictNotices = lazy(() =>
  import('./conflict-notices.tsx').then((module) => ({ default: module.ConflictNotices })),
)

/** Shows the open conflicts of an item above it. */
export function ItemConflicts({ item, className }: { item: string; className?: string }) {
  const hasAny = (useQuery(anyConflictQuery).data?.items.length ?? 0) > 0
  const conflicts = useQuery({ ...itemConflictsQuery(item), enabled: hasAny }).data?.items ?? []
  if (!hasAny || conflicts.length === 0) return null
  return (
    <Suspense>
      <ConflictNotices conflicts={conflicts} className={className} />
    </Suspense>
  )
}
