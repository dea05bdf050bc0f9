import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldSchema } from '../../../operations/json-schema.ts'
import { toolList, toolSizes, tools, toolsFor } from './tool-registry.ts'

/** What it takes to fill a field in. The server checks the rest, and says what is wrong. */
const understood = new Set(['type', 'enum', 'format', 'description', 'items', 'properties', 'required'])

function keywordsIn(schema: object): string[] {
  const { properties = {}, items, ...rest } = schema as FieldSchema & { properties?: object }
  const inside = [...Object.values(properties), ...(items === undefined ? [] : [items])] as object[]
  return [...Object.keys(rest), ...inside.flatMap(keywordsIn)]
}

const { all, core } = toolSizes()

describe('the list of tools, which every agent reads first', () => {
  it(`takes at most 32,000 bytes for all 55: it is ${all} for ${toolList.length}`, () => {
    assert.ok(all <= 32_000, String(all))
  })

  it(`takes at most 10,000 bytes in the profile core: it is ${core}`, () => {
    assert.ok(core <= 10_000, String(core))
  })

  for (const { name, title, description, inputSchema, annotations } of toolList) {
    it(`${name} is told in a few words`, () => {
      const properties = (inputSchema.properties ?? {}) as Record<string, FieldSchema>
      assert.ok(title && description!.length <= 200, description)
      for (const [field, { description: words }] of Object.entries(properties))
        assert.ok(words && words.length <= 100, `${field}: ${words}`)
      for (const field of inputSchema.required ?? []) assert.ok(field in properties, `${field} is shown`)
      assert.deepEqual(
        keywordsIn(inputSchema).filter((keyword) => !understood.has(keyword)),
        [],
      )
    })

    it(`${name} says whether it reads, and what a repeated call does`, () => {
      const { operation } = tools.get(name)!
      assert.equal(annotations!.readOnlyHint, operation.reads)
      assert.equal(annotations!.openWorldHint, operation.outside)
      assert.equal('idempotencyKey' in inputSchema.properties!, operation.adds)
      if (!operation.reads) assert.equal(annotations!.destructiveHint, operation.destructive)
    })
  }

  it('names no tool that is not there', () => {
    const words = toolList.flatMap(({ description }) => description!.match(/\b[a-z]+_[a-z]+\b/g) ?? [])
    assert.deepEqual(
      words.filter((word) => !tools.has(word)),
      [],
    )
  })

  it('is made once for each kind of token', () => {
    const token = { toolProfile: 'tasks,notes', projectId: null, scopes: ['read', 'write'] } as const
    const list = toolsFor(token)
    assert.equal(toolsFor({ ...token, toolProfile: 'notes,tasks', scopes: ['write', 'read'] }), list)
    assert.notEqual(toolsFor({ ...token, scopes: ['read'] }), list)
    const bound = toolsFor({ ...token, projectId: 'one' })
    assert.equal(toolsFor({ ...token, projectId: 'another' }), bound)
    assert.ok(bound.every(({ inputSchema }) => !('project' in inputSchema.properties!)))
  })
})
