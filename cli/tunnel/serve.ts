import { interrupt } from '../ask.ts'
import { Failure, exitCodes } from '../failures.ts'
import { readOptions } from '../options.ts'
import { clean } from '../text.ts'
import { Control } from './control.ts'
import { type Output, type TunnelEvent, lineOutput, titleOf } from './events.ts'
import { LiveView } from './live-view.ts'
import { takeLock } from './lock.ts'
import { readPermissions } from './permission-file.ts'
import { watchPermissions } from './permission-watch.ts'
import { permissionFile, stateFolder } from './places.ts'
import { RunLog } from './run-log.ts'
import { launchdVariable } from './service-files.ts'
import { storeStatus } from './status-file.ts'
import { type Registration, readRegistration } from './token-file.ts'

/** Runs `baton tunnel`: serves this machine until it is stopped. */
export async function serve(words: string[]): Promise<void> {
  const json = readOptions(words, { json: 'boolean' }).has('json')
  const registration = readRegistration()
  const file = permissionFile()
  const permissions = readPermissions(file)
  const folder = stateFolder(registration.tunnel)
  const release = takeLock(folder)
  const log = RunLog.open(folder)
  let output: Output = lineOutput(json)
  const control = new Control(registration, permissions, log, (event: TunnelEvent) => {
    storeStatus(folder, event)
    output.show(event)
  })
  const signals = new Signals(control)
  if (!json && hasTerminal()) output = openView(registration, control, signals)
  const unwatch = watchPermissions(
    file,
    (changed) => control.setPermissions(changed),
    (message) => control.problem(message),
  )
  try {
    await control.run()
    await signals.stopped
  } catch (error) {
    await control.close()
    if (!isFinal(error)) throw error
    console.error(error.message)
  } finally {
    unwatch()
    output.close()
    signals.close()
    log.close()
    release()
  }
  if (signals.exitCode !== 0) throw new Failure('Stopped.', signals.exitCode)
}

function hasTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && process.env.TERM !== 'dumb'
}

function openView(registration: Registration, control: Control, signals: Signals): Output {
  const view = new LiveView(clean(registration.name), registration.url, {
    decide: (run, decision) => control.decide(run, decision),
    cancel: (run) => control.cancel(run),
    interrupt: () => signals.interrupt(),
    quit: () => signals.stop(0),
  })
  view.open()
  return view
}

/** launchd restarts a service after every exit code except 0, also if that can't help. */
function isFinal(error: unknown): error is Failure {
  return (
    error instanceof Failure &&
    error.exitCode === exitCodes.notSignedIn &&
    Boolean(process.env[launchdVariable])
  )
}

/** Stops the tunnel at Ctrl+C and at the end of the service. */
class Signals {
  readonly #control: Control
  #hasWarned = false
  /** Resolves when all runs have ended. */
  stopped: Promise<void> | undefined
  exitCode = 0

  constructor(control: Control) {
    this.#control = control
    process.off('SIGINT', interrupt)
    process.on('SIGINT', this.interrupt)
    process.on('SIGTERM', this.#end)
    process.on('SIGHUP', this.#end)
  }

  close(): void {
    process.off('SIGINT', this.interrupt)
    process.off('SIGTERM', this.#end)
    process.off('SIGHUP', this.#end)
  }

  readonly interrupt = (): void => {
    // A third Ctrl+C ends a program that doesn't stop.
    if (this.stopped) process.exit(exitCodes.interrupted)
    const { active } = this.#control
    if (active.length === 0 || this.#hasWarned) return this.stop(exitCodes.interrupted)
    this.#hasWarned = true
    const names = active.map((run) => `${titleOf(run)} for ${run.requester}`).join(', ')
    this.#control.problem(`Still running: ${names}. Press Ctrl+C again to cancel and stop.`)
  }

  readonly #end = (): void => this.stop(0)

  stop(exitCode: number): void {
    this.exitCode = exitCode
    this.stopped ??= this.#control.stop()
  }
}
