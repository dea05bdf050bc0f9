import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { freshDatabase } from './harness.ts'
import { startServerProcess } from './partners/server-process.ts'

/** The peak is about 400 MB, and about 1,300 MB if V8 optimizes the SQL parser (`server/database/pglite-parser.ts`). */
const maxPeakMb = 700

/** The default budget of V8, which tests raise. Optimizes at once, so that the peak can't come after the measurement. */
const nodeOptions = ['--wasm-tiering-budget=13000000', '--wasm-sync-tier-up']

describe('the memory of a server on the embedded database', () => {
  it('has no high peak at the start', { skip: process.platform !== 'linux' }, async () => {
    const settings = await freshDatabase('pglite')
    const output = path.join(settings.DATA_DIR!, 'output.log')
    const server = await startServerProcess(settings, { nodeOptions, output })
    const status = fs.readFileSync(`/proc/${server.pid}/status`, 'utf8')
    const peakMb = Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024
    await server.stop()
    assert.ok(peakMb < maxPeakMb, `${Math.round(peakMb)} MB`)
  })
})
