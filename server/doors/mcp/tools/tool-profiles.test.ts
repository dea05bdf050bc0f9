import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  categories,
  core,
  positionOf,
  includesTool,
  toolCategories,
} from '../../../operations/tool-profiles.ts'
import { tools } from './tool-registry.ts'

const inTable = toolCategories.flatMap((category) => category.tools)

describe('tool categories', () => {
  it('contains 55 tools in 11 categories, each once', () => {
    assert.deepEqual([inTable.length, new Set(inTable).size, new Set(categories).size], [55, 55, 11])
  })

  it('lists exactly the served tools, in order', () => {
    assert.deepEqual([...tools.keys()], inTable)
  })
})

describe('tool profiles', () => {
  it('includes the tools of categories, of core, or of full', () => {
    const shown = (profile: string) => inTable.filter((tool) => includesTool(profile, tool))
    for (const { name, tools: own } of toolCategories) assert.deepEqual(shown(name), own)
    assert.deepEqual(shown('specs,activity'), [...shown('activity'), ...shown('specs')])
    assert.deepEqual(shown('full'), inTable)
    assert.equal(shown('core').length, core.size)
    assert.equal(shown('core,tasks').length, core.size + 1)
  })

  it('supports the old category trash', () => {
    assert.deepEqual(
      inTable.filter((tool) => includesTool('trash', tool)),
      ['restore_item'],
    )
  })

  it('includes a tool without a category only in full, at the end of the list', () => {
    assert.deepEqual(
      ['full', 'core', ...categories].filter((profile) => includesTool(profile, 'praise_project')),
      ['full'],
    )
    assert.equal(positionOf('praise_project'), inTable.length)
  })
})
