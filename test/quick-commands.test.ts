import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lockFolder } from '../server/database/folder-lock.ts'
import { childEnvironment } from './partners/child-environment.ts'

/** Fails a process that loads the whole server. Loading takes seconds, so help and usage errors must not need it. */
const withoutServer = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (/server\\/(start|operations\\/all)\\.ts$|node_modules\\/(vite|fastify|pino)\\//.test(url))
        throw new Error('Loaded ' + url)
      return next(url, context)
    },
  })
`)}`

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-commands-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))

function run(program: string, args: string[] = [], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', withoutServer, program, ...args],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...childEnvironment(), DATA_DIR: folder, ...environment },
    },
  )
  return { status, stdout, stderr }
}

describe('an npm command, without loading the server', () => {
  for (const name of ['migrate', 'seed', 'demo', 'screenshots', 'admin', 'backup', 'restore', 'where'])
    it(`prints the usage of ${name} with --help`, () => {
      const { status, stdout, stderr } = run(`scripts/${name}.ts`, ['--help'])
      assert.match(stdout, new RegExp(`^Usage: npm run ${name}`))
      assert.deepEqual([status, stderr], [0, ''])
    })

  for (const name of ['bench', 'eval'])
    it(`prints the usage of ${name} with -h`, () =>
      assert.match(run(`${name}/run.ts`, ['-h']).stdout, new RegExp(`^Usage: npm run ${name}`)))

  it('rejects wrong arguments of backup and restore with their usage', () => {
    assert.deepEqual(run('scripts/restore.ts'), {
      status: 1,
      stdout: '',
      stderr: 'Usage: npm run restore -- <file> [--replace]\n',
    })
    assert.match(run('scripts/backup.ts', ['--all']).stderr, /^Usage: npm run backup/)
  })

  it('prints the file that serves a route, or that no file does', () => {
    assert.match(
      run('scripts/where.ts', ['POST', '/api/tasks']).stdout,
      /^server\/domains\/work\/tasks\/create-task\.ts /,
    )
    assert.match(run('scripts/where.ts', ['praise_task']).stderr, /^No operation matches "praise_task"/)
  })

  it('reports an invalid variable', () => {
    for (const program of ['scripts/start.js', 'server/main.ts', 'scripts/demo.ts', 'scripts/migrate.ts'])
      assert.deepEqual(run(program, [], { PORT: 'many' }), {
        status: 1,
        stdout: '',
        stderr: 'PORT must be a number.\n',
      })
  })

  it('reports that the data folder is in use', () => {
    const lock = lockFolder(folder)
    for (const program of [
      'scripts/start.js',
      'server/main.ts',
      ...['demo', 'backup'].map((name) => `scripts/${name}.ts`),
    ]) {
      const { status, stdout, stderr } = run(program)
      assert.match(stderr, /^The data folder .* is in use by process \d+ .*\n$/)
      assert.deepEqual([status, stdout], [1, ''])
    }
    for (const name of ['migrate', 'seed']) {
      const { status, stdout, stderr } = run(`scripts/${name}.ts`)
      assert.match(stdout, /^Nothing to do: the server is running/)
      assert.deepEqual([status, stderr], [0, ''])
    }
    lock.release()
  })
})
