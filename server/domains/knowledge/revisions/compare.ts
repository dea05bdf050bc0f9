import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { Difference, difference } from './difference.ts'
import { ListedRevision, listedRevisionFromRow, revisionField } from './revision.ts'
import { requireRevision } from './revisions.ts'

/** The difference between two revisions. */
export const Comparison = z
  .object({
    from: ListedRevision,
    to: ListedRevision,
    ...Difference.shape,
  })
  .meta({ id: 'Comparison' })

/** Compares two revisions, in either direction. */
export async function compareRevisions(
  db: Queries,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<z.output<typeof Comparison>> {
  const [before, after] = await Promise.all([requireRevision(db, id, from), requireRevision(db, id, to)])
  return {
    from: listedRevisionFromRow(before),
    to: listedRevisionFromRow(after),
    ...difference(before.content, after.content),
  }
}

/** Input fields that select two revisions. */
export const compareFields = {
  from: revisionField.default(1).describe('Revision to compare from. Default: the first.'),
  to: revisionField.optional().describe('Revision to compare to. Default: the newest.'),
}
