import { type ChildProcess, spawn } from 'node:child_process'
import { killGraceMs } from './limits.ts'
import { processStart } from './process-start.ts'

/** The first process of a run, as the run log stores it. */
export interface ChildMark {
  pid: number
  /** The start of the process as its system reports it. Null where it can't be read. */
  start: string | null
}

const pollIntervalMs = 25
/** The time for output of background processes after the program itself ended. */
const drainMs = 500

export interface Ended {
  exitCode: number | null
  signal: string | null
}

/**
 * Waits for the program and its output, then ends the processes that it left behind. The signal ends the whole group:
 * SIGTERM, then SIGKILL.
 */
export async function waitForGroup(child: ChildProcess, signal: AbortSignal): Promise<Ended> {
  const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const exited = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, name) => resolve({ exitCode, signal: name }))
  })
  const stop = () => void endGroup(child.pid)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const ended = await exited
    await Promise.race([closed, pause(drainMs)])
    await endGroup(child.pid)
    return ended
  } finally {
    signal.removeEventListener('abort', stop)
    // A process that left the group could keep the pipes open.
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

/** Ends the group of a client that died, but only if its first process is certainly still the same one. */
export function endLeftover({ pid, start }: ChildMark): void {
  if (start === null || processStart(pid) !== start) return
  send(pid, 'SIGKILL')
}

async function endGroup(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  if (process.platform === 'win32') return taskkill(pid)
  if (!send(pid, 'SIGTERM')) return
  for (let waited = 0; waited < killGraceMs; waited += pollIntervalMs) {
    await pause(pollIntervalMs)
    if (!send(pid, 0)) return
  }
  send(pid, 'SIGKILL')
}

/** Returns whether a process of the group exists. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch (error) {
    // EPERM: the rest of the group runs as another user, so it can't be ended from here.
    if (['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

function taskkill(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
    killer.once('error', () => resolve())
    killer.once('exit', () => resolve())
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
