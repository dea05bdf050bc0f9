import { z } from 'zod'
import { maxInteger } from '../../database/column-schemas.ts'
import { syncKindNames } from '../../operations/sync-kind.ts'

const Fields = z.record(z.string().max(60), z.unknown())

const common = {
  id: z
    .string()
    .min(1)
    .max(100)
    .describe('Id of the change that the device chose. The device never uses it for another change.'),
  kind: z.enum(syncKindNames),
  item: z.uuid().toLowerCase().describe('Id of the item. For create, a UUIDv7 that the device chose.'),
}
const version = z.int().min(1).max(maxInteger).describe('Version of the item that the device saw.')
const base = Fields.optional().describe(
  'Values of the changed fields that the device saw. They allow better merges than the version alone.',
)

/** A change that a device made to its copy of an item. */
export const Change = z.discriminatedUnion('action', [
  z.strictObject({ ...common, action: z.literal('create'), fields: Fields }),
  z.strictObject({ ...common, action: z.literal('update'), version, fields: Fields, base }),
  z.strictObject({
    ...common,
    action: z.literal('move').describe('An update of its parent or, with before, after or place, its order.'),
    version,
    fields: Fields,
    base,
  }),
  z.strictObject({ ...common, action: z.literal('delete'), version }),
  z.strictObject({ ...common, action: z.literal('restore') }),
])
export type Change = z.output<typeof Change>
export type Edit = Extract<Change, { action: 'update' | 'move' }>

/** What became of a change that was stored. */
export const Stored = z.object({
  outcome: z.enum(['applied', 'merged', 'conflict']),
  item: z.object({ id: z.uuid(), key: z.string(), version: z.int() }),
  fields: Fields.optional().describe('Fields whose stored value differs from the pushed one.'),
  conflicts: z.array(z.uuid()).optional().describe('Conflicts that keep the values that lost.'),
})
export type Stored = z.output<typeof Stored>

/** The result of one change of a push. */
export const Result = z
  .object({
    id: common.id,
    outcome: z
      .enum(['applied', 'merged', 'conflict', 'refused', 'duplicate'])
      .describe(
        'applied: stored as sent. merged: a text was merged with another change. conflict: stored, and the value that ' +
          'lost was kept. refused: nothing changed, see problem. duplicate: the device sent it before.',
      ),
    first: Stored.shape.outcome.optional().describe('Outcome of the first time, for a duplicate.'),
    item: Stored.shape.item.optional(),
    fields: Stored.shape.fields,
    conflicts: Stored.shape.conflicts,
    problem: z.record(z.string(), z.unknown()).optional().describe('Reason for a refusal (RFC 9457).'),
  })
  .meta({ id: 'PushResult' })
export type Result = z.output<typeof Result>
