import type { Queries } from '../../../database/connect.ts'
import { type ListOrder, type PageAsked, readPage } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import type { Columns, UndoableField } from '../../../operations/undoable.ts'
import { reject } from '../../../errors/errors.ts'
import { difference } from '../../../platform/difference.ts'
import { Difference } from './difference.ts'
import {
  type ListedRevisionRow,
  type RevisionRow,
  listedRevisionFromRow,
  ListedRevision,
  revisionField,
} from './revision.ts'
import { z } from 'zod'

export interface NewRevision {
  kind: RevisionRow['subject_kind']
  id: string
  organizationId: string | null
  /** The previous number plus one. The caller must hold the lock on the revised row. */
  number: number
  title: string
  content: string
  more?: Record<string, unknown>
  reason?: string | undefined
}

/** Stores a new revision. Returns the number of added and removed lines. */
export async function addRevision(
  ctx: Pick<Context, 'db' | 'caller'>,
  revision: NewRevision,
): Promise<{ added: number; removed: number }> {
  const { kind, id, organizationId, number, title, content, more = {}, reason = '' } = revision
  const before = number > 1 ? await findRevision(ctx.db, id, number - 1) : undefined
  const { added, removed } = difference(before?.content ?? '', content)
  await ctx.db.run(
    sql`insert into revisions (subject_id, number, subject_kind, organization_id, title, content, more, reason,
                            added, removed, created_by)
     values (${id}, ${number}, ${kind}, ${organizationId}, ${title}, ${content}, ${JSON.stringify(more)}, ${reason},
             ${added}, ${removed}, ${JSON.stringify(actorOf(ctx.caller))})`,
  )
  return { added, removed }
}

export async function findRevision(
  db: Queries,
  id: string,
  number: number,
): Promise<RevisionRow | undefined> {
  const [row] = await db.run<RevisionRow>(
    sql`select * from revisions where subject_id = ${id} and number = ${number}`,
  )
  return row
}

/** Finds a revision, or rejects the request. */
export async function requireRevision(db: Queries, id: string, number: number): Promise<RevisionRow> {
  return (await findRevision(db, id, number)) ?? reject('not_found', { kind: 'revision', ref: number })
}

/** Reverts a revision as a whole: the previous one is saved as the newest. */
export function undoableRevision<Field extends string>(
  field: Field,
  columnsOf: (revision: RevisionRow) => Columns,
): UndoableField<Record<Field, { id: string }>> {
  return {
    name: 'revision',
    columns: ['revision'],
    check: async (ctx, { revision }) =>
      columnsOf(await requireRevision(ctx.db, ctx[field].id, revision as number)),
  }
}

const newestFirst: ListOrder = {
  sort: 'revision',
  id: 'subject_id',
  column: 'number',
  type: 'integer',
  descending: true,
  unique: true,
}

/** Lists the revisions of a subject, newest first, without their content. */
export async function pageOfRevisions(db: Queries, id: string, input: Omit<PageAsked, 'sort'>) {
  return readPage(
    db,
    input,
    newestFirst,
    ({ after, orderAndLimit }) =>
      sql`select subject_id as id, number as sort_value, subject_id, number, subject_kind, organization_id, title, more - 'files' as more, reason, added, removed,
            created_by, created_at
       from revisions where subject_id = ${id} and ${after} ${orderAndLimit}`,
    (row: ListedRevisionRow & { id: string; sort_value: number }) => listedRevisionFromRow(row),
  )
}

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
