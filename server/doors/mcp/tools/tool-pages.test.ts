import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toolExamples } from './tool-examples.ts'
import { toolPages } from './tool-pages.ts'
import { tools } from './tool-registry.ts'

describe('tool pages', () => {
  const pages = toolPages()

  it('documents every tool once and links to it', () => {
    const [index, ...categories] = pages
    const documented = categories.flatMap(({ text }) =>
      [...text.matchAll(/^## (\w+)$/gm)].map(([, name]) => name),
    )
    assert.deepEqual(documented, [...tools.keys()])
    for (const name of tools.keys()) assert.ok(index!.text.includes(`#${name})`), name)
  })

  for (const [name, { operation, tool }] of tools)
    it(`shows a valid call of ${name} with listed parameters only`, () => {
      const example = toolExamples[name]
      assert.ok(example)
      const parsed = operation.input.safeParse(example)
      assert.ok(parsed.success, JSON.stringify(parsed.error?.issues))
      const shown = Object.keys(tool.inputSchema.properties ?? {})
      assert.deepEqual(
        Object.keys(example).filter((field) => !shown.includes(field)),
        [],
      )
    })

  it('has examples only for existing tools', () => {
    assert.deepEqual(Object.keys(toolExamples).toSorted(), [...tools.keys()].toSorted())
  })
})
