import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'

const command = new URL('../scripts/migrate.ts', import.meta.url).pathname

describe('a .env file', () => {
  it('configures the npm commands that run in its folder', () => {
    const { status, stderr } = run({ file: 'PORT=many\n' })
    assert.equal(status, 1)
    assert.equal(stderr, 'PORT must be a number.\n')
  })

  it('gives way to variables of the environment', () => {
    const { stdout, stderr, folder } = run({
      file: 'PORT=many\nDATA_DIR="from file"\n',
      environment: { PORT: '3000' },
    })
    assert.equal(stderr, '')
    assert.match(stdout, /^Applied /)
    assert.ok(fs.existsSync(path.join(folder, 'from file', 'database')))
  })

  it('stops a command with a sentence when it is unreadable', () => {
    const { status, stderr } = run({ file: undefined })
    assert.equal(status, 1)
    assert.match(stderr, /^Can't read \.env: .*\.\n$/)
  })
})

/** Runs a command in a fresh folder with this `.env`; without one, `.env` is a folder, which no one can read as a file. */
function run({ file, environment }: { file: string | undefined; environment?: Record<string, string> }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-env-'))
  after(() => fs.rmSync(folder, { recursive: true }))
  if (file === undefined) fs.mkdirSync(path.join(folder, '.env'))
  else fs.writeFileSync(path.join(folder, '.env'), file)
  const { PATH } = process.env
  const result = spawnSync(process.execPath, [command], {
    cwd: folder,
    env: { PATH, ...environment },
    encoding: 'utf8',
  })
  return { ...result, folder }
}
