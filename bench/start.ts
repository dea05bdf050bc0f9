import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ready } from '../test/partners/server-process.ts'
import { freePort } from '../test/partners/postgres.ts'
import { childEnvironment } from '../test/partners/child-environment.ts'
import { cpuOf } from './cpu.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rounds = 5

/** Measures `npm start` on an existing data folder of the embedded database, from the process to the first response. */
export async function run(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-start-'))
  try {
    // Creates the folder, builds the dashboard and fills the compile cache.
    await measureStart(folder)
    console.log('## Start on an existing folder\n')
    console.log('| round | wall | CPU | RSS | peak |\n| ----: | ---: | --: | --: | ---: |')
    for (let round = 1; round <= rounds; round++) {
      const { wallMs, cpuMs, residentMb, peakMb } = await measureStart(folder)
      console.log(`| ${round} | ${Math.round(wallMs)} ms | ${cpuMs} ms | ${residentMb} MB | ${peakMb} MB |`)
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function measureStart(folder: string) {
  const port = String(await freePort())
  const output = path.join(folder, 'output.log')
  const file = fs.openSync(output, 'w')
  const [, ...args] = startCommand()
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...childEnvironment(), DATA_DIR: folder, HOST: '127.0.0.1', PORT: port },
    stdio: ['ignore', file, file],
  })
  fs.closeSync(file)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  try {
    await ready(`http://127.0.0.1:${port}`, child, output)
    return { wallMs: performance.now() - startedAt, ...usageOf(child.pid!) }
  } finally {
    child.kill()
    await exited
  }
}

/** Returns the command of `npm start`, because npm itself would be measured, too. */
function startCommand(): string[] {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ')
}

function usageOf(pid: number) {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024)
  return {
    cpuMs: Math.round(cpuOf(pid) / 1000),
    residentMb: megabytes('VmRSS'),
    peakMb: megabytes('VmHWM'),
  }
}
