import type { Concern } from '../../../assembly/concerns.ts'
import { changesMe, meResource } from '../../../assembly/me.ts'
import { resourceKinds } from '../../../assembly/resources.ts'
import type { JournalRow } from '../../../database/journal.ts'
import type { Followed } from './interests.ts'

/** Returns whether an event can change the resource at a followed URI. */
export function changesResource(
  row: JournalRow,
  { kind, id }: Followed,
  concern: Concern | undefined,
): boolean {
  if (kind === meResource.name) return changesMe(row, concern)
  const isChangedBy = resourceKinds.get(kind)?.isChangedBy
  if (isChangedBy) return isChangedBy(row, id)
  // Comments and evidence belong to their item.
  const item = row.data?.item as { id?: unknown } | null | undefined
  return row.subject_id === id || item?.id === id
}

const changesLists = /\.(created|deleted|restored|archived|unarchived|imported|purged)$/

/** Returns whether an event adds, removes or renames a listed resource. */
export function changesResourceList({ subject_kind, type, changes }: JournalRow): boolean {
  if (!resourceKinds.get(subject_kind)?.list) return false
  return changesLists.test(type) || Boolean(changes?.title ?? changes?.name ?? changes?.slug)
}
