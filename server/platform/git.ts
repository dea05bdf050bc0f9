import { spawn } from 'node:child_process'

/** Thrown if git is missing, or too old to be pinned to an address. */
export class NoGit extends Error {}

/** Carries the error output of git. Never shown to users. */
export class GitFailed extends Error {}

/** Thrown when the output exceeds the limit. */
export class TooMuch extends Error {}

export interface GitRun {
  env: Record<string, string>
  signal: AbortSignal
  input?: string
  /** Maximum output in bytes. */
  most?: number
}

/**
 * Runs git and returns its output. Passes only `env`: no configuration or keys of this machine or of the user who runs
 * the server.
 */
export async function runGit(args: string[], run: GitRun): Promise<Buffer> {
  if (running.free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
  else running.free--
  try {
    return await spawnGit(args, run)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running.free++
  }
}

/** Limits concurrent git processes. Further calls wait in order. */
const running = { free: 4 }
const waiting: (() => void)[] = []

const defaultMaxBytes = 16 * 1024 * 1024
const maxErrorLength = 8 * 1024

function spawnGit(args: string[], { env, signal, input = '', most: maxBytes = defaultMaxBytes }: GitRun) {
  return new Promise<Buffer>((resolve, reject) => {
    signal.throwIfAborted()
    // A separate process group, so that child processes can be killed too. Outside any repository of this machine.
    const git = spawn('git', args, { env, cwd: '/', detached: true, stdio: 'pipe' })
    const output: Buffer[] = []
    let size = 0
    let errors = ''
    let reason: Error | undefined
    const stop = (error: Error) => {
      reason ??= error
      if (git.pid !== undefined) killGroup(git.pid)
    }
    const aborted = () => stop(signal.reason as Error)
    signal.addEventListener('abort', aborted)
    git.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > maxBytes) stop(new TooMuch('The output of git is too long.'))
      else output.push(part)
    })
    git.stderr.on('data', (part: Buffer) => {
      if (errors.length < maxErrorLength) errors += part.toString('utf8')
    })
    git.on('error', (error: NodeJS.ErrnoException) => {
      reason ??= error.code === 'ENOENT' ? new NoGit('git is not installed.') : error
    })
    git.on('close', (code) => {
      signal.removeEventListener('abort', aborted)
      if (reason) reject(reason)
      else if (code !== 0) reject(new GitFailed(errors))
      else resolve(Buffer.concat(output))
    })
    // git may exit before it has read all input.
    git.stdin.on('error', () => {})
    git.stdin.end(input)
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}

/** The first version with http.curloptResolve, which pins the address. */
const minVersion = [2, 37] as const
let checked: Promise<void> | undefined

/** Rejects a git that would ignore the pinned address. Caches success only, so that git can be installed later. */
export function requireGit(signal: AbortSignal): Promise<void> {
  checked ??= check(signal).catch((error: unknown) => {
    checked = undefined
    throw error
  })
  return checked
}

async function check(signal: AbortSignal): Promise<void> {
  const output = (await runGit(['version'], { env: bareEnvironment(), signal })).toString()
  const [, major, minor] = /(\d+)\.(\d+)/.exec(output) ?? []
  const [minMajor, minMinor] = minVersion
  const isSupported = Number(major) > minMajor || (Number(major) === minMajor && Number(minor) >= minMinor)
  if (!isSupported)
    throw new NoGit(`git ${major}.${minor} is too old. Install ${minVersion.join('.')} or newer.`)
}

/** Returns an environment with only the paths of programs and trusted certificates. */
export function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    // Hides the configuration and credentials of the user who runs the server.
    HOME: '/nonexistent',
    XDG_CONFIG_HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // The output is parsed, so it must not be translated.
    LC_ALL: 'C',
  }
}
