import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { keyOf, readShippedVectors, writeShippedVectors } from './shipped-vectors.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-vectors-'))
after(() => fs.rmSync(folder, { recursive: true }))

describe('shipped vectors', () => {
  const vector = (seed: number) => Float32Array.from({ length: 384 }, (_, index) => Math.sin(seed + index))
  const vectors = new Map([
    [keyOf('Teams'), vector(1)],
    [keyOf('Tunnels'), vector(2)],
  ])

  it('are empty without a file', () => {
    assert.equal(readShippedVectors(folder).size, 0)
  })

  it('are read back as they were written', () => {
    writeShippedVectors(folder, vectors)
    assert.deepEqual(readShippedVectors(folder), vectors)
  })

  it('are read up to the end of a truncated file', () => {
    const [file] = fs.readdirSync(folder)
    fs.truncateSync(path.join(folder, file!), 2000)
    assert.deepEqual([...readShippedVectors(folder).keys()], [keyOf('Teams')])
  })
})
