import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkError } from './link-error.ts'
import { texts } from './texts.ts'

describe('the error in a link', () => {
  it('is the sentence of the server with the name of a known provider', () => {
    assert.match(
      linkError({ error: 'identity_taken', provider: 'Google' })!,
      /^This Google account is connected to another user/,
    )
  })

  it('never contains text of the link', () => {
    const forged = linkError({ error: 'identity_taken', provider: 'You have won', detail: 'You have won' })!
    assert.ok(forged.includes(texts.theProvider))
    assert.doesNotMatch(forged, /You have won/)
  })

  it('is unknown for codes that do not exist or whose sentence only the server can complete', () => {
    for (const error of ['you_have_won', 'constructor', 'forbidden', 'role_too_low'])
      assert.equal(linkError({ error }), texts.unknownError)
    assert.equal(linkError({}), undefined)
  })
})
