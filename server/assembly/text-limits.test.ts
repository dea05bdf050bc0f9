import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from './registry.ts'
import { textLimits } from './text-limits.ts'

describe('text limits', () => {
  const limits = textLimits(operations)

  it('lists optional and nullable texts', () => {
    assert.deepEqual(limits['teams.create'], { name: 120, slug: 60, description: 20_000 })
    assert.equal(limits['integrations.connectOwn']?.baseUrl, 500)
  })

  it('lists texts in an object by their path', () => {
    assert.equal(limits['features.advance']?.['override.reason'], 2000)
  })

  it('omits references, reads and the input of OAuth clients', () => {
    assert.equal(limits['features.create']?.project, undefined)
    assert.equal(limits['search.find'], undefined)
    assert.equal(limits['deviceFlow.poll'], undefined)
  })
})
