import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freshDatabase } from '../harness.ts'
import { childEnvironment } from '../partners/child-environment.ts'
import { freePort } from '../partners/postgres.ts'
import { ready } from '../partners/server-process.ts'
import { until } from '../poll.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a command as an operator does, in its own process group, and waits until its server is ready. */
async function run([program, ...args]: string[]) {
  const environment = await freshDatabase('pglite')
  const log = path.join(environment.DATA_DIR!, 'server.log')
  const file = fs.openSync(log, 'a')
  const port = String(await freePort())
  const child = spawn(program!, args, {
    cwd: root,
    detached: true,
    stdio: ['pipe', file, file],
    env: {
      ...childEnvironment(),
      HOST: '127.0.0.1',
      PORT: port,
      DASHBOARD_PORT: String(await freePort()),
      ...environment,
    },
  })
  fs.closeSync(file)
  const pid = child.pid!
  after(() => endGroup(pid))
  const ended = once(child, 'exit') as Promise<[number | null]>
  const url = `http://127.0.0.1:${port}`
  await ready(url, child, log)
  const output = () => fs.readFileSync(log, 'utf8')
  /**
   * Waits until the server has stopped. Checks that one signal didn't count as two, because a second one skips the
   * grace period.
   */
  const stopped = async () => {
    await until(() => output().includes('"msg":"stopped"'))
    assert.equal(output().match(/"msg":"stopping/g)?.length, 1, output())
  }
  return { pid, url, output, ended, stopped, endInput: () => child.stdin!.end() }
}

/** Kills all processes that a failed test leaves behind. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}

describe('npm start', () => {
  for (const command of [
    ['npm', 'start'],
    ['sh', '-c', 'npm start'],
  ])
    it(`stops the server once when "${command.join(' ')}" gets SIGTERM`, async () => {
      const server = await run(command)
      process.kill(server.pid, 'SIGTERM')
      await server.stopped()
    })

  it('outlives the shell that started it in the background, and stops once when its group gets Ctrl-C', async () => {
    const server = await run(['sh', '-c', 'npm start & read line'])
    server.endInput()
    await server.ended
    assert.equal((await fetch(`${server.url}/health`)).status, 200)
    process.kill(-server.pid, 'SIGINT')
    await server.stopped()
  })
})

describe('npm run dev', () => {
  it('serves and embeds texts under node --watch, and stops with npm', async () => {
    const server = await run(['npm', 'run', 'dev'])
    assert.equal((await fetch(`${server.url}/api/search/public?q=teams`)).status, 200)
    await until(() => server.output().includes('the search model is loaded'))
    assert.equal((await fetch(`${server.url}/health`)).status, 200)
    process.kill(server.pid, 'SIGTERM')
    await server.stopped()
  })
})
