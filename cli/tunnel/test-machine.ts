import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { MuxStream } from '../../server/platform/mux-stream.ts'
import type { RunMessage, RunOrder, StateMessage } from './messages.ts'
import { parsePermissions } from './permission-file.ts'
import { RunLog } from './run-log.ts'
import { type Activity, Runs } from './runs.ts'

/** A folder for one test file. Remove it with `fs.rmSync` afterwards. */
export function temporaryFolder(): string {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'baton-tunnel-')))
}

/** Returns an order of the owner. */
export function orderOf(action: string, target: string | null, input = {}, changes = {}): RunOrder {
  return {
    id: randomUUID(),
    action,
    target,
    input,
    timeoutSeconds: 600,
    createdAt: new Date().toISOString(),
    requester: {
      userId: 'ada',
      name: 'Ada',
      username: 'ada',
      email: 'ada@example.com',
      isOwner: true,
      agent: null,
    },
    ...changes,
  }
}

/** The runs of a machine, without a service. Keeps the messages that a service would get. */
export class TestMachine {
  readonly messages: RunMessage[] = []
  readonly activities: Activity[] = []
  readonly asked: RunOrder[] = []
  readonly runs: Runs
  readonly log: RunLog
  readonly #events = new EventEmitter().setMaxListeners(0)

  constructor(
    state: string,
    permissions: string,
    openOutput: (run: string, offset: number) => MuxStream | undefined = () => undefined,
  ) {
    this.log = RunLog.open(state)
    this.runs = new Runs({
      permissions: parse(permissions),
      log: this.log,
      mcp: {
        listTools: () => Promise.resolve({ tools: [] }),
        callTool: (_server, { tool }) => Promise.resolve({ content: [{ type: 'text', text: tool }] }),
      },
      report: (message) => {
        this.messages.push(message)
        this.#events.emit('message')
      },
      openOutput,
      ask: (order) => this.asked.push(order),
      activity: (event) => {
        this.activities.push(event)
        this.#events.emit('message')
      },
    })
  }

  states(run: string): string[] {
    return this.messages.flatMap((each) => (each.type === 'state' && each.run === run ? [each.state] : []))
  }

  /** Waits until a run reports one of the states. */
  async reached(run: string, ...states: string[]): Promise<StateMessage> {
    for (;;) {
      const found = this.messages.find(
        (each): each is StateMessage =>
          each.type === 'state' && each.run === run && states.includes(each.state),
      )
      if (found) return found
      await once(this.#events, 'message')
    }
  }

  /** Waits until the output of a run contains a text. */
  async wrote(run: string, text: string): Promise<void> {
    const written = () =>
      this.activities.flatMap((each) => (each.type === 'output' && each.run === run ? [...each.chunk] : []))
    while (!Buffer.from(written()).toString().includes(text)) await once(this.#events, 'message')
  }

  /** Starts a run and waits for its end. */
  async perform(action: string, target: string | null, input = {}, changes = {}): Promise<StateMessage> {
    const order = orderOf(action, target, input, changes)
    this.runs.start(order)
    return this.reached(order.id, 'done', 'failed', 'refused', 'cancelled', 'lost')
  }

  async close(): Promise<void> {
    await this.runs.close()
    this.log.close()
  }
}

export function parse(permissions: string) {
  return parsePermissions(permissions, '/nowhere/tunnel.yaml')
}
