import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = fileURLToPath(new URL('../cli/baton.ts', import.meta.url))
const node = ['--disable-warning=ExperimentalWarning', program]

/** A machine with `baton tunnel` in its own process, with its own permission file, token and run log. */
export class MachineProcess {
  readonly #folder: string
  #child: ChildProcess | undefined
  #exited: Promise<unknown> = Promise.resolve()

  /** `permissions` is the text of the permission file. */
  constructor(folder: string, permissions: string) {
    this.#folder = folder
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(this.#file('tunnel.yaml'), permissions, { mode: 0o600 })
  }

  /** Claims the tunnel of a code. Asynchronous, because the server can be in this process. */
  async claim(url: string, code: string): Promise<void> {
    const args = [...node, 'tunnel', 'claim', code, '--url', url]
    await promisify(execFile)(process.execPath, args, { env: this.#environment() })
  }

  start(): void {
    const output = fs.openSync(this.#file('machine.log'), 'a')
    this.#child = spawn(process.execPath, [...node, 'tunnel'], {
      env: this.#environment(),
      stdio: ['ignore', output, output],
    })
    fs.closeSync(output)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#child.once('exit', resolve)
    this.#exited = promise
  }

  /** Kills it without a shutdown, as a power cut would. The commands that it started survive. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#exited
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM')
    await this.#exited
  }

  log(): string {
    return fs.readFileSync(this.#file('machine.log'), 'utf8')
  }

  #file(name: string): string {
    return path.join(this.#folder, name)
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env
    return {
      PATH,
      HOME,
      XDG_CONFIG_HOME: this.#file('config'),
      XDG_STATE_HOME: this.#file('state'),
      BATON_TUNNEL_FILE: this.#file('tunnel.yaml'),
    }
  }
}
