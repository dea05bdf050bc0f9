import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { completeSwap, swapIn } from './swap-folder.ts'

/** Runs `work` in a data folder with these folders, and returns the folders and their content afterwards. */
function foldersAfter(work: (dataFolder: string) => void, folders: Record<string, string>) {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-swap-'))
  try {
    for (const [name, content] of Object.entries(folders)) {
      fs.mkdirSync(path.join(dataFolder, name, 'base'), { recursive: true })
      fs.writeFileSync(path.join(dataFolder, name, 'base', 'file'), content)
    }
    work(dataFolder)
    const names = fs.readdirSync(dataFolder)
    return Object.fromEntries(
      names.map((name) => [name, fs.readFileSync(path.join(dataFolder, name, 'base', 'file'), 'utf8')]),
    )
  } finally {
    fs.rmSync(dataFolder, { recursive: true })
  }
}

describe('the folder of a restored database', () => {
  it('replaces the old folder', () => {
    const folders = { database: 'old', 'database.restoring': 'new' }
    assert.deepEqual(foldersAfter(swapIn, folders), { database: 'new' })
    assert.deepEqual(foldersAfter(swapIn, { 'database.restoring': 'new' }), { database: 'new' })
  })

  it('replaces it at the next start if the swap was interrupted at any step', () => {
    const states: Record<string, string>[] = [
      { 'database.restored': 'new', database: 'old' },
      { 'database.restored': 'new', database: 'old', 'database.replaced': 'older' },
      { 'database.restored': 'new', 'database.replaced': 'old' },
      { database: 'new', 'database.replaced': 'old' },
    ]
    for (const folders of states) assert.deepEqual(foldersAfter(completeSwap, folders), { database: 'new' })
  })

  it('is removed at the next start if the restore was interrupted', () => {
    const folders = { database: 'old', 'database.restoring': 'half', 'database.snapshot-a1': 'copy' }
    assert.deepEqual(foldersAfter(completeSwap, folders), { database: 'old' })
  })
})
