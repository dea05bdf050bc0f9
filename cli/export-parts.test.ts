import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { readExportParts } from './export-parts.ts'

describe('the parts of an export file', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-export-'))
  after(() => fs.rmSync(folder, { recursive: true }))

  async function partsOf(text: string, maxChars: number): Promise<unknown[]> {
    const file = path.join(folder, 'export.json')
    fs.writeFileSync(file, text)
    const parts: unknown[] = []
    for await (const part of readExportParts(file, maxChars)) parts.push(JSON.parse(part))
    return parts
  }

  it('contain all items once, each with the same head', async () => {
    const head = { format: 'baton-export', version: 1, organization: { name: 'A "items": [ name' } }
    const items = Array.from({ length: 3000 }, (_, id) => ({
      id,
      fields: { text: `\\"}]{[ 🚲 ${'x'.repeat(id % 700)}`, list: [[], {}] },
    }))
    for (const indent of [0, 2]) {
      const parts = (await partsOf(JSON.stringify({ ...head, items }, null, indent), 100_000)) as {
        items: object[]
      }[]
      assert.ok(parts.length > 5)
      assert.deepEqual(
        parts.flatMap((part) => part.items),
        items,
      )
      for (const { items: own, ...rest } of parts) {
        assert.deepEqual(rest, head)
        assert.ok(JSON.stringify(own).length < 110_000)
      }
    }
    assert.deepEqual(await partsOf(JSON.stringify({ ...head, items: [] }), 10), [])
  })

  it('rejects other files and half of a file', async () => {
    for (const text of ['', '[]', '{"items":[]}', '{"format":"baton-export","items":[{"id":1},{"id"'])
      await assert.rejects(partsOf(text, 10), /isn't a complete file of "baton export"/)
  })
})
