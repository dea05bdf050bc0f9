import { z } from 'zod'
import type { JournalRow } from '../../database/journal.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import type { Operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { Restored, restoreFromTrash } from '../trash/restore.ts'
import { type TrashKindName, trashKinds } from '../trash/trash-kinds.ts'
import { revert } from './revert.ts'
import { asked } from './undoable.ts'
import { undoableKinds } from './undoable-kinds.ts'

/** What came of an undone change. */
export const Undone = z
  .object({
    item: Restored,
    outcome: z
      .enum(['changed', 'deleted', 'restored'])
      .describe(
        'changed: fields were set back. deleted: what was made is in the trash. restored: it is back.',
      ),
    restored: z.array(z.string()).describe('The fields that are again what they were.'),
    changedSince: z
      .array(z.object({ field: z.string(), value: z.unknown().describe('What it is now.') }))
      .describe('The fields that changed again since, and were left as they are.'),
    notRestorable: z
      .array(z.object({ field: z.string(), reason: z.string() }))
      .describe('The fields that cannot be what they were, and why.'),
  })
  .meta({ id: 'Undone' })

export const eventRef = reference('event', 'The change: the id of an event, or of an entry in a history.')

type Undoing = Context & InOrganization

/** Undoes one change that the caller sees. That it was undone is a change like any other, and can be undone. */
export async function undoEvent(ctx: Undoing, event: JournalRow): Promise<z.output<typeof Undone>> {
  const [, verb] = event.type.split('.')
  const name = event.subject_kind as TrashKindName
  const kind = undoableKinds[name]
  if (!kind)
    reject('not_undoable', {
      reason: 'only changes of projects, of what is in them, of workspaces and of agents can be.',
    })
  const telling = tellingOf(ctx, event)
  const fields = { restored: [], changedSince: [], notRestorable: [] }
  if (verb === 'deleted') {
    const item = await restoreFromTrash(telling, name, event.subject_id)
    return { item, outcome: 'restored', ...fields }
  }
  if (verb === 'created' || verb === 'stored' || verb === 'restored') {
    await runWithin(telling, kind.remove, { project: event.project_id, [kind.field]: event.subject_id })
    return { item: await present(ctx, name, event.subject_id), outcome: 'deleted', ...fields }
  }
  const done = await revert(telling, kind, event)
  return { item: await present(ctx, name, event.subject_id), outcome: 'changed', ...done }
}

/** Whatever is recorded from here on says which change it undoes. */
function tellingOf(ctx: Undoing, { id }: JournalRow): Undoing {
  return { ...ctx, record: (entry) => ctx.record({ ...entry, data: { ...entry.data, undoes: id } }) }
}

/** Does what another operation does, by its rules, as part of this one. */
async function runWithin(ctx: Undoing, { access, run }: Pick<Operation, 'access' | 'run'>, input: object) {
  const granted = await access.check(asked(ctx), input as never)
  await run({ ...ctx, ...granted }, input as never)
}

async function present({ db }: Undoing, name: TrashKindName, id: string): Promise<z.output<typeof Restored>> {
  const { table, key } = trashKinds[name]
  const [row] = await db.run<{ key: string; version: number }>(
    `select ${key} as key, version from ${table} where id = $1`,
    [id],
  )
  return { kind: name, id, key: row!.key, version: row!.version }
}
