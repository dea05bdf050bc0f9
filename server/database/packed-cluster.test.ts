import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { modeOf } from '../../test/file-modes.ts'
import { clusterVersion } from './cluster-files.ts'
import { packCluster, unpackCluster } from './packed-cluster.ts'
import { initializeCluster } from './pglite-cluster.ts'

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
    fs.writeFileSync(path.join(source, 'base/5/2619'), Buffer.from([0, 1, 255]))
    fs.writeFileSync(path.join(source, 'empty'), '')
    packCluster(source, packed)
  })
  after(() => fs.rmSync(folder, { recursive: true }))

  it('restores files and empty folders that only their owner can access', () => {
    const restored = target('restored')
    unpackCluster(restored, packed)
    for (const name of ['base/5/1259', 'base/5/2619'])
      assert.deepEqual(fs.readFileSync(path.join(restored, name)), Buffer.from([0, 1, 255]))
    assert.deepEqual(fs.readdirSync(restored), ['base', 'empty', 'pg_twophase'])
    assert.equal(modeOf(path.join(restored, 'base/5/1259')), 0o600)
    assert.equal(modeOf(path.join(restored, 'pg_twophase')), 0o700)
  })

  it('are rejected if they are missing or damaged', () => {
    const damaged = path.join(folder, 'damaged.bin')
    fs.writeFileSync(damaged, fs.readFileSync(packed).subarray(0, -4))
    const untouched = target('untouched')
    assert.throws(() => unpackCluster(untouched, damaged), /damaged\.bin is damaged\. Install Baton again\./)
    const missing = path.join(folder, 'missing.bin')
    assert.throws(() => unpackCluster(untouched, missing), /missing\.bin is missing\. Install Baton again\./)
    assert.deepEqual(fs.readdirSync(untouched), [])
  })

  it('are those that initdb of the installed PGlite writes', async () => {
    const [created, unpacked] = [target('created'), target('unpacked')]
    await initializeCluster(created)
    unpackCluster(unpacked)
    assert.equal(fs.readFileSync(path.join(unpacked, 'PG_VERSION'), 'utf8').trim(), clusterVersion)
    assert.deepEqual(compare(created, unpacked), [], 'Run "node scripts/build-cluster.ts".')
  })
})

/** Files with the time and the identifier of a cluster, and caches that are not packed. */
const unique = /^(global\/pg_control|pg_wal\/[0-9A-F]{24}|.*\/pg_internal\.init)$/

/** Returns the names that only one folder has, or that differ. */
function compare(one: string, other: string): string[] {
  const names = (folder: string) => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return [...new Set([...names(one), ...names(other)])]
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !unique.test(name))
    .filter((name) => {
      const [first, second] = [one, other].map((folder) => read(path.join(folder, name)))
      return !first || !second || !first.equals(second)
    })
}

/** Returns the bytes of a file, none for a folder, and undefined if neither exists. */
function read(file: string): Buffer | undefined {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats) return undefined
  return stats.isFile() ? fs.readFileSync(file) : Buffer.alloc(0)
}
