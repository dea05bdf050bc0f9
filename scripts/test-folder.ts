import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Linux keeps the files of this folder in memory. */
const inMemory = '/dev/shm'
const neededBytes = 8e9

/**
 * Creates the folder for all temporary files of the tests: a run creates and deletes hundreds of thousands. Keeps them
 * in memory where there is enough of it, because some file systems get slow after many deletions (decision 15).
 */
export function createTestFolder(): string {
  const folder = fs.mkdtempSync(path.join(hasRoom() ? inMemory : os.tmpdir(), 'baton-tests-'))
  // PostgreSQL runs as another user, so it must be able to reach its own folder.
  fs.chmodSync(folder, 0o711)
  return folder
}

function hasRoom(): boolean {
  if (!fs.existsSync(inMemory)) return false
  const { bavail, bsize } = fs.statfsSync(inMemory)
  return bavail * bsize > neededBytes && os.freemem() > 1.5 * neededBytes && runsPrograms()
}

/** Whether programs in the folder can run, because tests install and run some. Some systems mount it with `noexec`. */
function runsPrograms(): boolean {
  const folder = fs.mkdtempSync(path.join(inMemory, 'baton-program-'))
  const program = path.join(folder, 'program')
  fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  fs.rmSync(folder, { recursive: true })
  return status === 0
}
