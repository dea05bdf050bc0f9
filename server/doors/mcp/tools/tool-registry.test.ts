import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldSchema } from '../../../operations/json-schema.ts'
import { toolList, toolSizes, tools, toolsFor } from './tool-registry.ts'

/** The schema keywords in the tool list. The server validates the rest. */
const understood = new Set(['type', 'enum', 'format', 'description', 'items', 'properties', 'required'])

function keywordsIn(schema: object): string[] {
  const { properties = {}, items, ...rest } = schema as FieldSchema & { properties?: object }
  const inside = [...Object.values(properties), ...(items === undefined ? [] : [items])] as object[]
  return [...Object.keys(rest), ...inside.flatMap(keywordsIn)]
}

const { all, core } = toolSizes()

describe('tool list', () => {
  it(`takes at most 32,000 bytes for all 55: it is ${all} for ${toolList.length}`, () => {
    assert.ok(all <= 32_000, String(all))
  })

  it(`takes at most 10,000 bytes in the profile core: it is ${core}`, () => {
    assert.ok(core <= 10_000, String(core))
  })

  it('describes every parameter in more than one word', () => {
    const short = toolList.flatMap(({ name, inputSchema }) =>
      Object.entries((inputSchema.properties ?? {}) as Record<string, FieldSchema>)
        .filter(
          ([, { description: words = '' }]) =>
            words.length < 8 || /^(At most|How much|Default)\.$/.test(words),
        )
        .map(([field, { description: words }]) => `${name}.${field}: ${words}`),
    )
    assert.deepEqual(short, [])
  })

  it('lists the fields that agents need to plan, review and claim', () => {
    const has = (tool: string, ...fields: string[]) =>
      fields.filter(
        (field) => !(field in toolList.find(({ name }) => name === tool)!.inputSchema.properties!),
      )
    assert.deepEqual(has('create_task', 'labels', 'dueAt'), [])
    assert.deepEqual(has('update_task', 'labels', 'dueAt', 'link', 'unlink'), [])
    assert.deepEqual(has('submit_review', 'backTo'), [])
    assert.deepEqual(has('claim_task', 'minutes'), [])
  })

  for (const { name, title, description, inputSchema, annotations } of toolList) {
    it(`describes ${name} briefly`, () => {
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

    it(`sets the annotations of ${name}`, () => {
      const { operation } = tools.get(name)!
      // False is the default of both in the protocol.
      const { readOnlyHint = false, idempotentHint = false } = annotations!
      assert.equal(readOnlyHint, operation.reads)
      assert.equal(idempotentHint, !operation.reads && !operation.adds)
      assert.equal(annotations!.openWorldHint, operation.outside)
      assert.equal('idempotencyKey' in inputSchema.properties!, operation.adds)
      if (!operation.reads) assert.equal(annotations!.destructiveHint, operation.destructive)
    })
  }

  it('mentions only existing tools', () => {
    const words = toolList.flatMap(({ description }) => description!.match(/\b[a-z]+_[a-z]+\b/g) ?? [])
    assert.deepEqual(
      words.filter((word) => !tools.has(word)),
      [],
    )
  })

  it('caches one list for each kind of token', () => {
    const token = { toolProfile: 'tasks,notes', projectId: null, scopes: ['read', 'write'] } as const
    const list = toolsFor(token)
    assert.equal(toolsFor({ ...token, toolProfile: 'notes,tasks', scopes: ['write', 'read'] }), list)
    assert.notEqual(toolsFor({ ...token, scopes: ['read'] }), list)
    const bound = toolsFor({ ...token, projectId: 'one' })
    assert.equal(toolsFor({ ...token, projectId: 'another' }), bound)
    assert.ok(bound.every(({ inputSchema }) => !('project' in inputSchema.properties!)))
  })
})
