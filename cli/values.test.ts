import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inputField } from './fields.ts'
import { valueOf } from './values.ts'

it('takes a text without quotes for a field of any type, and JSON for everything else', () => {
  const value = inputField('value', {}, false, 'input')
  assert.deepEqual(
    ['Fix the sign-in', '"42"', '42', '["web"]'].map((text) => valueOf(value, [text])),
    ['Fix the sign-in', '42', 42, ['web']],
  )
  const settings = inputField('settings', { type: 'object' }, false, 'input')
  assert.throws(() => valueOf(settings, ['{']), /--settings must be JSON/)
})
