import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '../../operations/registry.ts'
import { categories, core, shows } from './tool-profiles.ts'

const tools = operations.map(({ operation }) => operation).filter(({ tool }) => tool)

describe('tool profiles', () => {
  it('give every tool a category, and every category a tool', () => {
    for (const operation of tools)
      assert.equal(
        categories.filter((category) => shows(category, operation)).length,
        1,
        `${operation.id} is in one category`,
      )
    for (const category of categories) assert.ok(tools.some((operation) => shows(category, operation)))
  })

  it('count nothing as core that does not exist', () => {
    for (const name of core)
      assert.ok(
        tools.some(({ tool }) => tool === name),
        name,
      )
  })
})
