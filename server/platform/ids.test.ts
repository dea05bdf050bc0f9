import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anyUuid, checksum, newId, randomSecret } from './ids.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { secretsFrom } from './secrets.ts'

describe('ids', () => {
  it('are UUIDs of version 7 that sort in order of creation', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    assert.deepEqual(ids.toSorted(), ids)
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(ids.every((id) => anyUuid.test(id) && id[14] === '7' && '89ab'.includes(id[19]!)))
  })
})

describe('secrets', () => {
  it('are unique and use the whole alphabet evenly', () => {
    const secrets = Array.from({ length: 5000 }, randomSecret)
    assert.equal(new Set(secrets).size, secrets.length)
    assert.ok(secrets.every((secret) => /^[0-9A-Za-z]{43}$/.test(secret)))
    const counts = new Map<string, number>()
    for (const letter of secrets.map((secret) => secret.slice(1)).join(''))
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    const expected = (5000 * 42) / 62
    for (const [letter, count] of counts)
      assert.ok(Math.abs(count - expected) < expected * 0.15, `${letter}: ${count}`)
  })

  it('have a checksum that detects any changed letter', () => {
    const secret = randomSecret()
    for (let at = 0; at < secret.length; at++) {
      const changed = secret.slice(0, at) + (secret[at] === 'x' ? 'y' : 'x') + secret.slice(at + 1)
      assert.notEqual(checksum(changed), checksum(secret))
    }
  })

  it('are encrypted for one purpose, and decryption rejects altered data', () => {
    const { encrypt, decrypt } = secretsFrom('a key of at least thirty-two characters')
    const sealed = encrypt('this', 'hello')
    assert.equal(decrypt('this', sealed), 'hello')
    assert.throws(() => decrypt('that', sealed))
    sealed[sealed.length - 1]! ^= 1
    assert.throws(() => decrypt('this', sealed))
  })
})

describe('passwords', () => {
  it('are verified against their hash, also when they are long', async () => {
    const password = 'a sentence that goes on and on '.repeat(10)
    const stored = await hashPassword(password)
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.equal(await verifyPassword(password, stored), true)
    assert.equal(await verifyPassword(`${password}!`, stored), false)
    assert.equal(await verifyPassword(password, null), false)
    assert.notEqual(await hashPassword(password), stored)
  })
})
