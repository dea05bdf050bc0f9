import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment } from './child-environment.ts'
import { freePort } from './postgres.ts'

/** A program of ours in a process of its own, so that it can be killed and its costs can be told from the test's. */
export interface ServerProcess {
  url: string
  pid: number
  /** Whether it runs: a server that ended by itself is a finding. */
  running(): boolean
  /** Ends it as a power cut would: nothing is finished, nothing is said. */
  kill(): Promise<unknown>
  /** Ends it as an operator does, and gives its exit code. */
  stop(): Promise<number | null>
}

export interface ServerProcessOptions {
  /** Which program; the server unless told. It listens on PORT and answers at /health once it is ready. */
  program?: URL
  /** Which Node runs it; the one of the tests unless told. */
  node?: string
  nodeOptions?: string[]
  /** The file that receives what it writes. */
  output: string
}

// As in scripts/test.ts: a process that lives for seconds does not get back what it costs to optimize the embedded database.
const shortLived = ['--wasm-tiering-budget=300000000']

const server = new URL('../../server/main.ts', import.meta.url)

export async function startServerProcess(
  environment: Record<string, string>,
  options: ServerProcessOptions,
): Promise<ServerProcess> {
  const port = environment.PORT ?? String(await freePort())
  const output = fs.openSync(options.output, 'a')
  const program = (options.program ?? server).pathname
  const child = spawn(
    options.node ?? process.execPath,
    [...shortLived, '--disable-warning=ExperimentalWarning', ...(options.nodeOptions ?? []), program],
    { env: { ...childEnvironment(), ...environment, PORT: port }, stdio: ['ignore', output, output] },
  )
  fs.closeSync(output)
  // A test that fails does not reach its stop: the process of the tests still ends, and this one with it.
  child.unref()
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // Whatever happens to the test, its children end with it.
  const orphaned = () => void child.kill('SIGKILL')
  process.once('exit', orphaned)
  void exited.then(() => process.off('exit', orphaned))

  const url = `http://127.0.0.1:${port}`
  await ready(url, child, options.output)
  const end = async (signal: NodeJS.Signals) => {
    child.ref()
    child.kill(signal)
    await exited
    return child.exitCode
  }
  return {
    url,
    pid: child.pid!,
    running: () => isRunning(child),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** Waits until a server responds at /health. Fails if the program ends before. */
export async function ready(url: string, child: ChildProcess, output: string): Promise<void> {
  while (!(await isHealthy(url))) {
    if (!isRunning(child))
      throw new Error(`It ended before it was ready:\n${fs.readFileSync(output, 'utf8')}`)
    await pause(20)
  }
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}
