import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { release } from '../scripts/release.ts'
import { installPackages } from '../test/installed.ts'
import { ready } from '../test/partners/server-process.ts'
import { freePort } from '../test/partners/postgres.ts'
import { childEnvironment } from '../test/partners/child-environment.ts'
import { cpuOf } from './cpu.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rounds = 5

interface Contender {
  name: string
  /** The flags of Node and the program. */
  args: string[]
  cwd: string
}

/**
 * Measures `npm start` and an installed release on an existing data folder of the embedded database, in turns, from the
 * process to the first response.
 */
export async function run(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-start-'))
  const built = await release(path.join(folder, 'release'))
  const installed = await installPackages([built.server])
  const contenders: Contender[] = [
    { name: 'sources', args: startCommand().slice(1), cwd: root },
    {
      name: 'release',
      args: ['node_modules/@baton-server/server/runtime/baton-server.js'],
      cwd: installed.folder,
    },
  ]
  try {
    // Creates the folder and fills the compile caches.
    for (const contender of contenders) await measureStart(contender, folder)
    console.log('## Start on an existing folder\n')
    console.log(
      '| round | program | wall | CPU | RSS | peak |\n| ----: | ------- | ---: | --: | --: | ---: |',
    )
    for (let round = 1; round <= rounds; round++)
      for (const contender of contenders) {
        const { wallMs, cpuMs, residentMb, peakMb } = await measureStart(contender, folder)
        const cells = [`${Math.round(wallMs)} ms`, `${cpuMs} ms`, `${residentMb} MB`, `${peakMb} MB`]
        console.log(`| ${round} | ${contender.name} | ${cells.join(' | ')} |`)
      }
  } finally {
    installed.remove()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function measureStart({ args, cwd }: Contender, folder: string) {
  const port = String(await freePort())
  const output = path.join(folder, 'output.log')
  const file = fs.openSync(output, 'w')
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...childEnvironment(), DATA_DIR: path.join(folder, 'data'), HOST: '127.0.0.1', PORT: port },
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
