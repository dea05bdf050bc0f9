import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ownPath } from './destination.ts'

describe('the page to open after signing in', () => {
  before(() => void Object.assign(globalThis, { location: new URL('https://baton.example/sign-in') }))
  after(() => void Reflect.deleteProperty(globalThis, 'location'))

  it('is a path on this site', () => {
    for (const path of ['/', '/connect', '/projects/web-shop?task=WEB-1#comments'])
      assert.equal(ownPath(path), path)
    assert.equal(ownPath('/projects/../connect'), '/connect')
  })

  for (const elsewhere of [
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/connect/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'connect',
    '',
    5,
    undefined,
  ])
    it(`is never on another site: ${JSON.stringify(elsewhere)}`, () => {
      assert.equal(ownPath(elsewhere), undefined)
    })
})
