import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valueTypes } from '../../scripts/row-types.ts'
import { engines, freshDatabase } from '../../test/harness.ts'
import { onDatabase } from '../../test/on-database.ts'
import { readConfig } from '../config.ts'
import { openConfigured } from '../start.ts'
import { sql } from './sql.ts'

for (const engine of engines) {
  describe(`values, on ${engine}`, () => {
    it('are returned as in JSON, with times in ISO 8601 and arrays as lists', async () => {
      const undo: (() => unknown)[] = []
      const database = openConfigured(readConfig(await freshDatabase(engine)), undo)
      const times = ['10', '10.1', '10.12', '10.123', '10.1234', '10.123456', '10.000001'].map(
        (seconds) => `2026-11-15 01:53:${seconds}+00`,
      )
      const rows = await database.run<{ at: string }>(
        sql`select t::timestamptz as at from unnest(${times}::text[]) with ordinality as u(t, n) order by n`,
      )
      const fractions = rows.map(({ at }) => /^2026-11-15T01:53:10\.(\d{3})Z$/.exec(at)?.[1])
      assert.deepEqual(fractions, ['000', '100', '120', '123', '123', '123', '000'])
      const lists = [
        [],
        ['a'],
        ['a', 'b c'],
        ['with,comma', 'with "quote"'],
        ['null', 'NULL', ''],
        ['{x}', '\\'],
      ]
      for (const list of lists) {
        const [row] = await database.run<{ list: string[] }>(sql`select ${list}::text[] as list`)
        assert.deepEqual(row!.list, list)
      }
      for (const step of undo.toReversed()) await step()
    })

    it('have the types that the generated rows declare', async () => {
      const row = await onDatabase(await freshDatabase(engine), async (database) => {
        const selected = Object.entries(samples).map(([type, { text }]) => `'${text}'::${type} as "${type}"`)
        return (await database.run<Record<string, unknown>>(sql`select ${sql.raw(selected.join(', '))}`))[0]!
      })
      const values = Object.entries(samples).map(([type, { value }]) => [type, value])
      assert.deepEqual(row, Object.fromEntries(values))
      const types = Object.entries(row).map(([type, value]) => [type, typeName(value)])
      assert.deepEqual(Object.fromEntries(types), valueTypes)
    })
  })
}

const id = '01a2b3c4-0000-7000-8000-000000000001'

/** A value of each type of column, as PostgreSQL reads it and as the driver returns it. */
const samples: Record<string, { text: string; value: unknown }> = {
  // One more than the largest integer that a JavaScript number can represent.
  bigint: { text: '9007199254740993', value: '9007199254740993' },
  'bit varying': { text: '101', value: '101' },
  boolean: { text: 'true', value: true },
  bytea: { text: '\\x0102', value: Buffer.from([1, 2]) },
  date: { text: '2026-11-15', value: new Date(2026, 10, 15) },
  halfvec: { text: '[1,2]', value: '[1,2]' },
  integer: { text: '7', value: 7 },
  'integer[]': { text: '{7,8}', value: [7, 8] },
  jsonb: { text: '{"a": [1]}', value: { a: [1] } },
  numeric: { text: '1.50', value: '1.50' },
  real: { text: '1.5', value: 1.5 },
  smallint: { text: '7', value: 7 },
  text: { text: 'a b', value: 'a b' },
  'text[]': { text: '{a,b}', value: ['a', 'b'] },
  'timestamp with time zone': { text: '2026-11-15 01:53:10+00', value: '2026-11-15T01:53:10.000Z' },
  tsvector: { text: 'a b', value: "'a' 'b'" },
  uuid: { text: id, value: id },
  'uuid[]': { text: `{${id}}`, value: [id] },
  xid8: { text: '42', value: '42' },
}

function typeName(value: unknown): string {
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (value instanceof Date) return 'Date'
  if (Array.isArray(value)) return `${typeName(value[0])}[]`
  return typeof value === 'object' ? 'Json' : typeof value
}
