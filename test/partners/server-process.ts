import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment } from './child-environment.ts'
import { freePort } from './postgres.ts'

/** One of our programs in its own process, so that a test can kill it and measure its resources. */
export interface ServerProcess {
  url: string
  pid: number
  /** Whether it runs. A server that exits on its own is a bug. */
  running(): boolean
  /** Kills it without a shutdown, as a power cut would. */
  kill(): Promise<unknown>
  /** Stops it as an operator does, and returns its exit code. */
  stop(): Promise<number | null>
}

export interface ServerProcessOptions {
  /** The program, by default the server. It listens on PORT and responds at /health once it is ready. */
  program?: URL
  /** The Node binary, by default the one that runs the tests. */
  node?: string
  nodeOptions?: string[]
  /** The file for its output. */
  output: string
}

// As in scripts/test.ts: optimizing the embedded database doesn't pay off in a process that lives for seconds.
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
  // A failing test may not reach `stop`. Its process must still be able to exit.
  child.unref()
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // Kills the child when the test process exits.
  const killOnExit = () => void child.kill('SIGKILL')
  process.once('exit', killOnExit)
  void exited.then(() => process.off('exit', killOnExit))

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

/** Waits until a server responds at `path`. Throws if the program exits before. */
export async function ready(
  url: string,
  child: ChildProcess,
  output: string,
  path = '/health',
): Promise<void> {
  while (!(await isHealthy(`${url}${path}`))) {
    if (!isRunning(child))
      throw new Error(`The program exited before it was ready:\n${fs.readFileSync(output, 'utf8')}`)
    await pause(20)
  }
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
