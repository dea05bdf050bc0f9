import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { categories, core, placeOf, shows, toolCategories } from './tool-profiles.ts'
import { tools } from './tool-registry.ts'

const inTable = toolCategories.flatMap((category) => category.tools)

describe('the table of tools', () => {
  it('has 55 tools in 11 categories, each once', () => {
    assert.deepEqual([inTable.length, new Set(inTable).size, new Set(categories).size], [55, 55, 11])
  })

  it('names every tool that is served and no other, in the order in which they are listed', () => {
    assert.deepEqual([...tools.keys()], inTable)
  })
})

describe('tool profiles', () => {
  it('show a category, some of them, what is needed every day, or everything', () => {
    const shown = (profile: string) => inTable.filter((tool) => shows(profile, tool))
    for (const { name, tools: own } of toolCategories) assert.deepEqual(shown(name), own)
    assert.deepEqual(shown('specs,activity'), [...shown('activity'), ...shown('specs')])
    assert.deepEqual(shown('full'), inTable)
    assert.equal(shown('core').length, core.size)
    assert.equal(shown('core,tasks').length, core.size + 1)
  })

  it('of before still show what they showed', () => {
    assert.deepEqual(
      inTable.filter((tool) => shows('trash', tool)),
      ['restore_item'],
    )
  })

  it('show what is in no category only to who sees all, at the end of the list', () => {
    assert.deepEqual(
      ['full', 'core', ...categories].filter((profile) => shows(profile, 'praise_project')),
      ['full'],
    )
    assert.equal(placeOf('praise_project'), inTable.length)
  })
})
