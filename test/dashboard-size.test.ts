import assert from 'node:assert/strict'
import fs from 'node:fs'
import { before, describe, it } from 'node:test'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { buildDashboard } from '../scripts/build-dashboard.ts'

const dist = new URL('../dashboard/dist/', import.meta.url)

interface Chunk {
  file: string
  /** The keys of the chunks that it imports statically. */
  imports?: string[]
}

describe('the size of the dashboard', () => {
  let manifest: Record<string, Chunk>
  before(async () => {
    await buildDashboard()
    manifest = JSON.parse(fs.readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
  })

  it('loads at most 150 kB of compressed scripts for the sign-in', () => {
    assertAtMost(150, ['index.html', 'src/pages/accounts/sign-in-page.tsx'])
  })

  it('loads at most 220 kB of compressed scripts for a project page', () => {
    assertAtMost(220, [
      'index.html',
      'src/shell/shell.tsx',
      'src/pages/projects/project-frame.tsx',
      'src/pages/tasks/list-page.tsx',
    ])
  })

  it('has a Brotli form of every script, which is smaller than with gzip', () => {
    const scripts = Object.values(manifest).filter(({ file }) => file.endsWith('.js'))
    for (const { file } of scripts) {
      const body = fs.readFileSync(new URL(file, dist))
      if (body.length < 1024) continue
      const compressed = fs.readFileSync(new URL(`${file}.br`, dist))
      assert.deepEqual(brotliDecompressSync(compressed), body, file)
      assert.ok(compressed.length < gzipSync(body).length, file)
    }
  })

  /** Sums the scripts of the pages and everything that they import statically, in units of 1000 bytes. */
  function assertAtMost(maxKilobytes: number, pages: string[]): void {
    const loaded = new Set(pages)
    for (const key of loaded) for (const imported of chunk(key).imports ?? []) loaded.add(imported)
    const sizes = [...loaded].map((key) => {
      const { file } = chunk(key)
      return { file, size: gzipSync(fs.readFileSync(new URL(file, dist)), { level: 9 }).length }
    })
    const total = sizes.reduce((sum, { size }) => sum + size, 0)
    const list = sizes
      .toSorted((one, other) => other.size - one.size)
      .map(({ file, size }) => `\n  ${(size / 1000).toFixed(1)} kB ${file}`)
    assert.ok(total <= maxKilobytes * 1000, `${(total / 1000).toFixed(1)} kB:${list.join('')}`)
  }

  function chunk(key: string): Chunk {
    return manifest[key] ?? assert.fail(`The build has no ${key}.`)
  }
})
