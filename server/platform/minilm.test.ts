import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { verifyChecksums } from './minilm.ts'

describe('the checksums of the search model', () => {
  const model = new URL('../../model/', import.meta.url).pathname
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-model-'))
  after(() => fs.rmSync(copy, { recursive: true, force: true }))

  it('match the bundled files', () => assert.doesNotThrow(() => verifyChecksums(model)))

  it('reject a changed file', () => {
    fs.cpSync(model, copy, { recursive: true })
    fs.appendFileSync(path.join(copy, 'tokenizer.json'), '\n')
    assert.throws(() => verifyChecksums(copy), /tokenizer\.json doesn't match its checksum/)
  })
})
