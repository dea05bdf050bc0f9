import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { modeOf } from '../../test/file-modes.ts'
import { packCluster, unpackCluster } from './packed-cluster.ts'

describe('the packed files of a new database', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-packed-'))
  const packed = path.join(folder, 'packed.bin')
  const target = (name: string) => {
    fs.mkdirSync(path.join(folder, name))
    return path.join(folder, name)
  }
  before(() => {
    const source = target('source')
    fs.mkdirSync(path.join(source, 'base/5'), { recursive: true })
    fs.mkdirSync(path.join(source, 'pg_twophase'))
    fs.writeFileSync(path.join(source, 'base/5/1259'), Buffer.from([0, 1, 255]))
    fs.writeFileSync(path.join(source, 'empty'), '')
    packCluster(source, packed)
  })
  after(() => fs.rmSync(folder, { recursive: true }))

  it('restores files and empty folders that only their owner can access', () => {
    const restored = target('restored')
    assert.equal(unpackCluster(restored, packed), true)
    assert.deepEqual(fs.readFileSync(path.join(restored, 'base/5/1259')), Buffer.from([0, 1, 255]))
    assert.deepEqual(fs.readdirSync(restored), ['base', 'empty', 'pg_twophase'])
    assert.equal(modeOf(path.join(restored, 'base/5/1259')), 0o600)
    assert.equal(modeOf(path.join(restored, 'pg_twophase')), 0o700)
  })

  it('are ignored if they are missing, damaged, or of another version of PostgreSQL', () => {
    const bytes = fs.readFileSync(packed)
    const older = path.join(folder, 'older.bin')
    const text = gunzipSync(bytes).toString('latin1')
    fs.writeFileSync(older, gzipSync(Buffer.from(text.replace('"version":"18"', '"version":"17"'), 'latin1')))
    const damaged = path.join(folder, 'damaged.bin')
    fs.writeFileSync(damaged, bytes.subarray(0, -4))
    const untouched = target('untouched')
    for (const file of [older, damaged, path.join(folder, 'missing.bin')])
      assert.equal(unpackCluster(untouched, file), false, file)
    assert.deepEqual(fs.readdirSync(untouched), [])
  })
})
