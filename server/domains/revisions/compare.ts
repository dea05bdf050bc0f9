import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { Difference, difference } from './difference.ts'
import { ListedRevision, listedRevisionFromRow, revisionField } from './revision.ts'
import { requireRevision } from './revisions.ts'

/** How one revision became another. */
export const Comparison = z
  .object({
    from: ListedRevision,
    to: ListedRevision,
    ...Difference.shape,
  })
  .meta({ id: 'Comparison' })

/** Compares any two states of something, in either direction. */
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

/** Fields of an input that names two of them. */
export const compareFields = {
  from: revisionField.default(1).describe('The revision to begin with. If left out: the first.'),
  to: revisionField.optional().describe('The revision that it became. If left out: the newest.'),
}
