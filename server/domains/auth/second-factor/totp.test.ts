import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { base32, matchTotp, stepAt, totpAt, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('TOTP codes', () => {
  it('matches the test vectors of RFC 6238, appendix B', () => {
    const vectors: [seconds: number, code: string][] = [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ]
    for (const [seconds, code] of vectors) assert.equal(totpAt(secret, stepAt(seconds * 1000)), code)
  })

  it('accepts a code one step early or late, but no further', () => {
    const now = 1_700_000_000_000
    const step = stepAt(now)
    for (const drift of [-1, 0, 1])
      assert.equal(matchTotp(secret, totpAt(secret, step + drift), now), step + drift)
    for (const drift of [-2, 2]) assert.equal(matchTotp(secret, totpAt(secret, step + drift), now), undefined)
    assert.equal(matchTotp(secret, '', now), undefined)
  })

  it('encodes the key in base 32 and builds a URI with the account name', () => {
    assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI')
    assert.equal(
      totpUri(secret, { issuer: 'Our Baton', account: 'ada@example.com' }),
      'otpauth://totp/Our%20Baton:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Our%20Baton',
    )
  })
})
