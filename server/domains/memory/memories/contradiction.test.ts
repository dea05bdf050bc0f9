import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { analyze, contradicts } from './contradiction.ts'

describe('contradicting entries', () => {
  const similar = 0.85
  const isMarked = (one: string, other: string, similarity: number) =>
    contradicts(analyze(one), analyze(other), similarity)

  const contradicting: [why: string, one: string, other: string][] = [
    ['a number', 'The limit is 100 requests a minute.', 'The limit is 250 requests a minute.'],
    ['a number in words', 'Cookies expire after 30 days.', 'Cookies expire after seven days.'],
    ['a weekday', 'Releases ship on Tuesday.', 'Releases ship on Fridays.'],
    ['a negation', 'Force pushes are allowed.', 'Force pushes are not allowed.'],
    ['an opposite', 'Two-factor is mandatory for admins.', 'Two-factor is optional for admins.'],
    ['a name', 'The cache lives in Redis.', 'The cache lives in Memcached.'],
  ]
  for (const [why, one, other] of contradicting)
    it(`differ in ${why}`, () => assert.ok(isMarked(one, other, similar)))

  it('are not assumed for the same statement in other words', () => {
    assert.ok(!isMarked('Staging resets every night at two.', 'Every night at two staging resets.', 0.95))
  })

  it('are not assumed for different subjects', () => {
    assert.ok(!isMarked('The cache lives in Redis.', 'The build takes 12 minutes.', 0.1))
  })

  it('are not assumed for the same value of two subjects', () => {
    const one = 'The public API is limited to 300 requests a minute per key.'
    assert.ok(!isMarked(one, 'Partners get 600 requests a minute per key.', 0.7))
  })

  it('are not assumed for two statements about one subject', () => {
    assert.ok(!isMarked('Session cookies expire after 30 days.', 'Session cookies are SameSite=Lax.', 0.6))
  })

  it('are found in the first part of a long text only, which alone decides the similarity', () => {
    const rest = ' The log is kept.'.repeat(300)
    const [one, other] = ['The limit is 100 requests.', 'The limit is 250 requests.']
    assert.ok(isMarked(one + rest, other + rest, similar))
    assert.ok(!isMarked(rest + one, rest + other, similar))
  })
})
