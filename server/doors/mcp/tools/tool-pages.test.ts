import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toolExamples } from './tool-examples.ts'
import { toolPages } from './tool-pages.ts'
import { tools } from './tool-registry.ts'

describe('the pages about the tools', () => {
  const pages = toolPages()

  it('tell of every tool once, and lead to it', () => {
    const [index, ...categories] = pages
    const told = categories.flatMap(({ text }) => [...text.matchAll(/^## (\w+)$/gm)].map(([, name]) => name))
    assert.deepEqual(told, [...tools.keys()])
    for (const name of tools.keys()) assert.ok(index!.text.includes(`#${name})`), name)
  })

  for (const [name, { operation, tool }] of tools)
    it(`show a call of ${name} that it takes, with parameters that agents are shown`, () => {
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

  it('show no example of what is not there', () => {
    assert.deepEqual(Object.keys(toolExamples).toSorted(), [...tools.keys()].toSorted())
  })
})
