import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { freshDatabase } from './harness.ts'
import { startServerProcess } from './partners/server-process.ts'

/**
 * The peak is about 400 MB, and about 1,300 MB if V8 optimizes the SQL parser (`server/database/pglite-parser.ts`), or
 * 1,600 MB if a first start runs initdb (`server/database/packed-cluster.ts`).
 */
const maxPeakMb = 700

/** The default budget of V8, which tests raise. Optimizes at once, so that the peak can't come after the measurement. */
const nodeOptions = ['--wasm-tiering-budget=13000000', '--wasm-sync-tier-up']

describe('the memory of a server on the embedded database', { skip: process.platform !== 'linux' }, () => {
  it('has no high peak at the start', async () => {
    await requireLowPeak(await freshDatabase('pglite'))
  })

  it('has no high peak at the first start in a new folder', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-first-start-'))
    try {
      await requireLowPeak({ DATA_DIR: folder })
    } finally {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })
})

async function requireLowPeak(settings: Record<string, string>): Promise<void> {
  const output = path.join(settings.DATA_DIR!, 'output.log')
  const server = await startServerProcess(settings, { nodeOptions, output })
  const status = fs.readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const peakMb = Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024
  await server.stop()
  assert.ok(peakMb < maxPeakMb, `${Math.round(peakMb)} MB`)
}
