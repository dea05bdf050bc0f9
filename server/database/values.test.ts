import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { engines, freshDatabase } from '../../test/harness.ts'
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
  })
}
