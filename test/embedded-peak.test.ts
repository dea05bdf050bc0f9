import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { startServerProcess } from './partners/server-process.ts'

/**
 * The peak of a first start, which includes the steps of every start, is about 400 MB, and about 1,300 MB if V8 optimizes the SQL parser (`server/database/pglite-parser.ts`), or
 * 1,600 MB if a first start runs initdb (`server/database/packed-cluster.ts`).
 */
const maxPeakMb = 700

/** The default budget of V8, which tests raise. Optimizes at once, so that the peak can't come after the measurement. */
const nodeOptions = ['--wasm-tiering-budget=13000000', '--wasm-sync-tier-up']

describe('the memory of a server on the embedded database', { skip: process.platform !== 'linux' }, () => {
  it('has no high peak at the first start in a new folder', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-first-start-'))
    try {
      const output = path.join(folder, 'output.log')
      const server = await startServerProcess({ DATA_DIR: folder }, { nodeOptions, output })
      const status = fs.readFileSync(`/proc/${server.pid}/status`, 'utf8')
      const peakMb = Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024
      await server.stop()
      assert.ok(peakMb < maxPeakMb, `${Math.round(peakMb)} MB`)
    } finally {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })
})
