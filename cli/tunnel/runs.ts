import path from 'node:path'
import { configFile } from '../config.ts'
import { describeError } from './action-error.ts'
import { checkFlood, checkOrder } from './gate.ts'
import { consentTimeoutMs, maxActiveRuns, maxQueuedRuns } from './limits.ts'
import type { Ending, LiveRun } from './live-run.ts'
import { type RunOrder, type RunState, isRunOrder } from './messages.ts'
import { performRun } from './perform-run.ts'
import type { Permissions } from './permissions.ts'
import { endLeftover } from './process-group.ts'
import type { RunEnd } from './run-log.ts'
import { RunOutput } from './run-output.ts'
import type { Activity, Decider, RunsOptions } from './runs-options.ts'

export type { Activity, Decider, RunsOptions }

const stopped = 'The owner stopped "baton tunnel" on the machine.'

/** The runs of this machine. Each one starts at most once, whatever crashes. */
export class Runs {
  readonly #options: RunsOptions
  #permissions: Permissions
  readonly #live = new Map<string, LiveRun>()
  readonly #active = new Set<Promise<void>>()
  #isClosed = false

  constructor(options: RunsOptions) {
    this.#options = options
    this.#permissions = options.permissions
    this.#endLostRuns()
  }

  /** Accepts a run. A known id only reports its state again. */
  start(order: RunOrder): void {
    const { log, report } = this.#options
    if (!isRunOrder(order)) {
      const run = String((order as { id?: unknown }).id)
      return report({
        type: 'state',
        run,
        state: 'failed',
        at: now(),
        reason: "This machine can't read the run.",
      })
    }
    if (log.get(order.id)) return this.inquire(order.id)
    try {
      log.accept(order)
    } catch (error) {
      const reason = `The machine can't write its run log. ${describeError(error)}`
      return this.#send(order, { state: 'failed', at: now(), reason })
    }
    this.#admit(order)
  }

  decide(run: string, decision: 'allow' | 'refuse', by: Decider): void {
    this.#continue(run)
    const live = this.#live.get(run)
    if (live?.state !== 'asked') return
    clearTimeout(live.timer)
    if (by === 'terminal') live.decidedIn = 'terminal'
    if (decision !== 'allow')
      return this.#end(live, { state: 'refused', reason: 'The owner refused this run.' })
    live.hasConsent = true
    this.#enqueue(live)
  }

  /** Stops a run. An unknown id is stored as cancelled, so that it can't start later. */
  cancel(run: string, reason: string): void {
    const { log, report } = this.#options
    const live = this.#live.get(run)
    const end: RunEnd = { state: 'cancelled', at: now(), reason }
    if (live?.state === 'running') return this.#stop(live, end)
    if (live) return this.#end(live, end)
    const logged = log.get(run)
    if (logged?.end) return report({ type: 'state', run, ...logged.end })
    this.#store(run, end)
    report({ type: 'state', run, ...end })
  }

  /** Reports the state of a run. Continues a run that was accepted before a restart and has not started. */
  inquire(run: string): void {
    const { log, report } = this.#options
    const logged = log.get(run)
    if (!logged) return report({ type: 'state', run, state: 'unknown', at: now() })
    if (logged.end) return report({ type: 'state', run, ...logged.end })
    if (!this.#continue(run)) this.#reportLive(this.#live.get(run)!)
  }

  acknowledge(run: string): void {
    this.#try(() => this.#options.log.acknowledge(run))
  }

  /** Repeats unacknowledged states after a reconnect, and continues the output streams. */
  resend(): void {
    const { log, report } = this.#options
    for (const { id: run, end } of log.unacknowledged()) if (end) report({ type: 'state', run, ...end })
    for (const live of this.#live.values()) {
      this.#reportLive(live)
      live.output.reconnect()
    }
  }

  /** Applies a changed permission file, also to runs that wait or are active. */
  setPermissions(permissions: Permissions): void {
    this.#permissions = permissions
    for (const live of this.#live.values()) {
      if (checkOrder(live.order, permissions).mode !== 'reject') continue
      const reason = 'The owner no longer allows this action.'
      if (live.state === 'running') this.#stop(live, { state: 'cancelled', reason })
      else this.#end(live, { state: 'refused', reason })
    }
  }

  /** Returns the runs that the service hasn't acknowledged, for `hello`. */
  known(): { run: string; state: RunState }[] {
    return this.#options.log.unacknowledged().map(({ id, end }) => ({
      run: id,
      state: end?.state ?? this.#live.get(id)?.state ?? 'queued',
    }))
  }

  /** Stops active runs and waits until they ended. Runs that wait continue after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const live of this.#live.values()) {
      if (live.state === 'running') this.#stop(live, { state: 'cancelled', reason: stopped })
      else clearTimeout(live.timer)
    }
    await Promise.all(this.#active)
  }

  /** Ends the runs that were active when the last process died. They never start again. */
  #endLostRuns(): void {
    for (const { id, hasStarted, child, end } of this.#options.log.unacknowledged()) {
      if (!hasStarted || end) continue
      if (child) endLeftover(child)
      const reason = 'The program on the machine ended while the action was running.'
      this.#store(id, { state: 'lost', at: now(), reason })
    }
  }

  /**
   * Continues a run that the last process accepted and didn't start. This waits until the service mentions the run,
   * because it could be cancelled since. Returns whether it was such a run.
   */
  #continue(run: string): boolean {
    const logged = this.#options.log.get(run)
    if (!logged?.order || logged.hasStarted || logged.end || this.#live.has(run)) return false
    this.#admit(logged.order)
    return true
  }

  #admit(order: RunOrder): void {
    const verdict = checkOrder(order, this.#permissions)
    const live: LiveRun = {
      order,
      state: 'queued',
      timeoutSeconds: verdict.mode === 'reject' ? 0 : verdict.timeoutSeconds,
      hasConsent: false,
      output: new RunOutput((offset) => this.#options.openOutput(order.id, offset)),
      controller: new AbortController(),
    }
    if (verdict.mode === 'reject') return this.#end(live, verdict)
    if (verdict.mode === 'ask') return this.#ask(live)
    this.#enqueue(live)
  }

  #ask(live: LiveRun): void {
    const waiting = [...this.#live.values()].filter(({ state }) => state === 'asked')
    const flood = checkFlood(
      live.order,
      waiting.map(({ order }) => order),
    )
    if (flood !== undefined) return this.#end(live, { state: 'refused', reason: flood })
    live.state = 'asked'
    this.#live.set(live.order.id, live)
    const reason = `The owner did not decide within ${consentTimeoutMs / 60_000} minutes.`
    live.timer = setTimeout(() => this.#end(live, { state: 'refused', reason }), consentTimeoutMs)
    this.#reportLive(live)
    this.#options.ask(live.order)
  }

  #enqueue(live: LiveRun): void {
    const queued = [...this.#live.values()].filter(({ state }) => state === 'queued')
    if (queued.length >= maxQueuedRuns)
      return this.#end(live, { state: 'refused', reason: 'Too many runs wait on the machine. Retry later.' })
    live.state = 'queued'
    // The queue is the order of insertion.
    this.#live.delete(live.order.id)
    this.#live.set(live.order.id, live)
    this.#startNext()
  }

  #startNext(): void {
    for (const live of this.#live.values()) {
      if (this.#isClosed || this.#active.size >= maxActiveRuns) return
      if (live.state === 'queued') this.#begin(live)
    }
  }

  /** Starts a run. The permissions are checked again, because they can have changed while it waited. */
  #begin(live: LiveRun): void {
    const verdict = checkOrder(live.order, this.#permissions)
    if (verdict.mode === 'reject') return this.#end(live, verdict)
    if (verdict.mode === 'ask' && !live.hasConsent) return this.#ask(live)
    try {
      this.#options.log.start(live.order.id)
    } catch (error) {
      const reason = `The machine can't write its run log. ${describeError(error)}`
      return this.#end(live, { state: 'failed', reason })
    }
    live.state = 'running'
    this.#reportLive(live)
    const reason = `The run exceeded its timeout of ${live.timeoutSeconds} seconds.`
    live.timer = setTimeout(() => this.#stop(live, { state: 'failed', reason }), live.timeoutSeconds * 1000)
    const active = this.#finish(live, this.#perform(live)).finally(() => this.#active.delete(active))
    this.#active.add(active)
  }

  async #finish(live: LiveRun, work: Promise<Ending>): Promise<void> {
    this.#end(live, await work)
    // The slot is free once the promise of this call settles.
    setImmediate(() => this.#startNext())
  }

  #perform(live: LiveRun): Promise<Ending> {
    const { order, controller, output } = live
    const { log, mcp, activity, report } = this.#options
    return performRun(live, {
      permissions: this.#permissions,
      mcp,
      closed: [this.#permissions.file, path.dirname(configFile()), log.folder],
      activeRuns: this.#active.size + 1,
      signal: controller.signal,
      onOutput: (chunk) => {
        output.write(chunk)
        activity({ type: 'output', run: order.id, chunk })
      },
      onProgress: (progress) => {
        report({ type: 'progress', run: order.id, ...progress })
        activity({ type: 'progress', run: order.id, progress })
      },
      onChild: (child) => this.#try(() => log.setChild(order.id, child)),
    })
  }

  #stop(live: LiveRun, { state, reason }: Ending): void {
    live.stop ??= { state, reason }
    live.controller.abort()
  }

  #end(live: LiveRun, { state, reason, result }: Ending): void {
    const { output, decidedIn, order } = live
    clearTimeout(live.timer)
    output.end()
    const end: RunEnd = {
      state,
      at: now(),
      ...(reason !== undefined && { reason }),
      ...(result !== undefined && { result }),
      ...(output.bytes > 0 && { output: output.tail(), outputBytes: output.bytes }),
      ...(decidedIn && { decidedIn }),
    }
    this.#store(order.id, end)
    this.#live.delete(order.id)
    this.#send(order, end)
  }

  #store(run: string, end: RunEnd): void {
    this.#try(() => this.#options.log.end(run, end))
  }

  /** Writes to the log if the disk allows it. The log keeps the entry in memory, and a crash makes the run lost. */
  #try(append: () => void): void {
    try {
      append()
    } catch (error) {
      this.#options.activity({
        type: 'problem',
        message: `The run log can't be written. ${describeError(error)}`,
      })
    }
  }

  #reportLive({ order, state, decidedIn }: LiveRun): void {
    if (state !== 'queued') this.#send(order, { state, at: now(), ...(decidedIn && { decidedIn }) })
  }

  #send(order: RunOrder, state: Omit<RunEnd, 'state'> & { state: RunState }): void {
    this.#options.report({ type: 'state', run: order.id, ...state })
    this.#options.activity({ type: 'run', order, state: state.state, at: state.at, reason: state.reason })
  }
}

function now(): string {
  return new Date().toISOString()
}
