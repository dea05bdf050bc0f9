import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { searchLogs } from './evidence.ts'

describe('the search for secrets in logs', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-evidence-'))
  after(() => fs.rmSync(folder, { recursive: true }))

  it('finds a secret inside a longer word, in any log, once', () => {
    const leaked = leakedOf(['bt_A-token-that-leaked', 'bt_A-token-that-did-not'], {
      1: 'GET /?token=xbt_A-token-that-leakedx bt_A-token-that-le\nbt_A-token-that-leaked',
      2: 'nothing',
    })
    assert.deepEqual(leaked, ['bt_A-token-that-leaked'])
    assert.deepEqual(leakedOf(['At the very end'], { 1: 'nothing', 2: 'at 9: At the very end' }), [
      'At the very end',
    ])
  })

  it('finds a secret with characters of any alphabet', () => {
    assert.deepEqual(
      leakedOf(['pässwörter 密码 passwords'], { 1: '{"password":"pässwörter 密码 passwords"}' }),
      ['pässwörter 密码 passwords'],
    )
  })

  it('finds a code only as a whole word, because six digits also appear inside longer numbers', () => {
    assert.deepEqual(leakedOf(['123456', '654321'], { 1: '{"code":"123456","time":1654321000}' }), ['123456'])
  })

  function leakedOf(secrets: string[], logs: Record<string, string>): string[] {
    const evidence = fs.mkdtempSync(path.join(folder, 'run-'))
    fs.writeFileSync(
      path.join(evidence, '1.secrets'),
      secrets.map((each) => `${JSON.stringify(each)}\n`).join(''),
    )
    for (const [name, text] of Object.entries(logs))
      fs.writeFileSync(path.join(evidence, `${name}.log`), `${text}\n`)
    return searchLogs(evidence).leaked
  }
})
