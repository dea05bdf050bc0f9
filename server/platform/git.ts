import { spawn } from 'node:child_process'

/** There is no git here, or one that is too old to be kept where it may go. */
export class NoGit extends Error {}

/** What git said when it could not do it: for us to read, never for others. */
export class GitFailed extends Error {}

/** It said more than anybody wants to hear. */
export class TooMuch extends Error {}

export interface GitRun {
  env: Record<string, string>
  signal: AbortSignal
  input?: string
  /** Bytes of what it may say. */
  most?: number
}

/**
 * Runs git and answers what it says. Everything that it may know is in `env`: nothing of this machine's settings, of its
 * keys or of whoever runs the server.
 */
export async function runGit(args: string[], run: GitRun): Promise<Buffer> {
  if (running.free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
  else running.free--
  try {
    return await runAtOnce(args, run)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running.free++
  }
}

/** Each takes its share of the machine: whoever comes when none is left waits, and is handed one. */
const running = { free: 4 }
const waiting: (() => void)[] = []

const usualMost = 16 * 1024 * 1024
const keptOfErrors = 8 * 1024

function runAtOnce(args: string[], { env, signal, input = '', most: mostBytes = usualMost }: GitRun) {
  return new Promise<Buffer>((resolve, reject) => {
    signal.throwIfAborted()
    // A group of its own: what it starts itself ends with it. And nowhere near a repository of this machine's.
    const git = spawn('git', args, { env, cwd: '/', detached: true, stdio: 'pipe' })
    const said: Buffer[] = []
    let size = 0
    let errors = ''
    let reason: Error | undefined
    const stop = (why: Error) => {
      reason ??= why
      if (git.pid !== undefined) killGroup(git.pid)
    }
    const aborted = () => stop(signal.reason as Error)
    signal.addEventListener('abort', aborted)
    git.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > mostBytes) stop(new TooMuch('It says too much.'))
      else said.push(part)
    })
    git.stderr.on('data', (part: Buffer) => {
      if (errors.length < keptOfErrors) errors += part.toString('utf8')
    })
    git.on('error', (error: NodeJS.ErrnoException) => {
      reason ??= error.code === 'ENOENT' ? new NoGit('git is not installed.') : error
    })
    git.on('close', (code) => {
      signal.removeEventListener('abort', aborted)
      if (reason) reject(reason)
      else if (code !== 0) reject(new GitFailed(errors))
      else resolve(Buffer.concat(said))
    })
    // It may end before it has read all of it.
    git.stdin.on('error', () => {})
    git.stdin.end(input)
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** The first that can be told which address to connect to (http.curloptResolve). */
const oldest = [2, 37] as const
let checked: Promise<void> | undefined

/** Refuses to go on with a git that would not heed what we tell it. Looked at once, unless it is not there. */
export function requireGit(signal: AbortSignal): Promise<void> {
  checked ??= check(signal).catch((error: unknown) => {
    checked = undefined
    throw error
  })
  return checked
}

async function check(signal: AbortSignal): Promise<void> {
  const said = (await runGit(['version'], { env: bareEnvironment(), signal })).toString()
  const [, major, minor] = /(\d+)\.(\d+)/.exec(said) ?? []
  const [leastMajor, leastMinor] = oldest
  const enough = Number(major) > leastMajor || (Number(major) === leastMajor && Number(minor) >= leastMinor)
  if (!enough) throw new NoGit(`git ${major}.${minor} is too old: ${oldest.join('.')} is the least.`)
}

/** Nothing but where programs and trusted certificates are. */
export function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    // Neither settings nor passwords of whoever runs the server.
    ...{ HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
    // What it says is read by programs.
    LC_ALL: 'C',
  }
}
