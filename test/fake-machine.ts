import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { Run, RunOrder } from '../server/domains/tunnels/run.ts'
import { readLines, sendLine } from '../server/platform/json-lines.ts'
import { type MuxStream, Multiplexer } from '../server/platform/multiplexer.ts'
import { createWsTransport, frameSocketOptions } from '../server/platform/ws-transport.ts'
import type { Person, TestServer } from './harness.ts'

/** A line that a socket received. */
export interface Line {
  type: string
  run: string
  tunnel: { id: string }
  text: string
  decision: string
}

const noInput = { type: 'object', properties: {}, required: [], additionalProperties: false } as const

/** A permission file with a command, one that needs consent, and an MCP server. */
export const declaration = {
  requesters: { me: true, agents: true, people: [] as string[] },
  actions: [
    ['run_command', 'build', 'allow'],
    ['run_command', 'deploy', 'ask'],
    ['run_command', 'erase', 'reject'],
    ['get_status', null, 'allow'],
  ].map(([action, target, mode]) => ({
    action,
    target,
    title: `Run ${target}`,
    description: '',
    mode,
    input: noInput,
    timeoutSeconds: 60,
  })),
  servers: [{ name: 'notes', description: 'Notes', mode: 'allow', transport: 'stdio' }],
}

/** Entries in the order of their arrival. A test that waits for one fails when the connection closes. */
class Inbox<Entry> {
  readonly entries: Entry[] = []
  closedWith: string | undefined
  readonly #waiting = new Set<() => void>()

  add(entry: Entry): void {
    this.entries.push(entry)
    for (const notify of this.#waiting) notify()
  }

  close(reason: string): void {
    this.closedWith = reason
    for (const notify of this.#waiting) notify()
  }

  async next(matches: (entry: Entry) => boolean = () => true): Promise<Entry> {
    for (;;) {
      const at = this.entries.findIndex(matches)
      if (at !== -1) return this.entries.splice(at, 1)[0]!
      if (this.closedWith !== undefined) throw new Error(this.closedWith)
      await new Promise<void>((resolve) => {
        const notify = (): void => {
          this.#waiting.delete(notify)
          resolve()
        }
        this.#waiting.add(notify)
      })
    }
  }
}

/** Opens a socket with streams, as a machine or a client does. Rejects with the status of a rejected upgrade. */
export async function openSocket(
  { url }: { url: string },
  path: string,
  token: string,
  accept: (stream: MuxStream) => void = () => {},
): Promise<{ mux: Multiplexer; ws: WebSocket }> {
  const headers = { Authorization: `Bearer ${token}` }
  const ws = new WebSocket(url.replace('http', 'ws') + path, { ...frameSocketOptions, headers })
  const mux = new Multiplexer(createWsTransport(ws), { dialer: true, accept })
  await new Promise<void>((resolve, fail) => {
    ws.once('open', () => resolve())
    ws.once('unexpected-response', (_, { statusCode }) => {
      fail(new Error(`status ${statusCode}`))
      ws.terminate()
    })
    ws.once('error', fail)
  })
  return { mux, ws }
}

/** Registers and claims a machine of a person. */
export async function claimMachine(
  server: TestServer,
  owner: Person,
): Promise<{ id: string; token: string }> {
  const { nonce } = await owner.call('tunnels.register', { name: `Laptop ${randomUUID().slice(0, 4)}` })
  const machine = { hostname: 'laptop', platform: 'linux x64', version: '1.0.0' }
  const { tunnel, token } = await server.anonymous('tunnels.claim', { nonce, machine })
  return { id: tunnel.id, token }
}

/** A machine that speaks the protocol of `baton tunnel`, and lets the test decide how it responds. */
export class FakeMachine {
  readonly mux: Multiplexer
  readonly ws: WebSocket
  readonly control: MuxStream
  readonly lines = new Inbox<Line>()
  readonly streams: Inbox<MuxStream>

  private constructor(mux: Multiplexer, ws: WebSocket, streams: Inbox<MuxStream>) {
    this.mux = mux
    this.ws = ws
    this.streams = streams
    this.control = mux.open({ kind: 'control', protocol: 1 })
    readLines(this.control, 4 * 1024 * 1024, (line) => this.lines.add(line as Line))
    void this.#closeInboxes()
  }

  async #closeInboxes(): Promise<void> {
    const { code, reason } = await this.mux.closed
    for (const inbox of [this.lines, this.streams]) inbox.close(`The connection closed: ${code} ${reason}`)
  }

  /** Connects without a greeting. */
  static async dial(server: { url: string }, token: string): Promise<FakeMachine> {
    const streams = new Inbox<MuxStream>()
    const { mux, ws } = await openSocket(server, '/api/tunnels/reverse', token, (stream) =>
      streams.add(stream),
    )
    return new FakeMachine(mux, ws, streams)
  }

  /** Connects and waits for the welcome. */
  static async connect(
    server: { url: string },
    token: string,
    declared: object = declaration,
  ): Promise<FakeMachine> {
    const machine = await FakeMachine.dial(server, token)
    machine.hello(declared)
    await machine.next('welcome')
    return machine
  }

  hello(declared: object = declaration): void {
    const machine = { hostname: 'laptop', platform: 'linux x64', version: '1.0.0' }
    this.send({ type: 'hello', machine, declaration: declared, known: [] })
  }

  send(line: object): void {
    sendLine(this.control, line)
  }

  report(run: string, state: string, more: object = {}): void {
    this.send({ type: 'state', run, state, at: new Date().toISOString(), ...more })
  }

  next(type: string): Promise<Line> {
    return this.lines.next((line) => line.type === type)
  }

  /** Waits for an order. */
  async nextRun(): Promise<RunOrder> {
    const { run } = await this.next('run')
    return run as unknown as RunOrder
  }

  openOutput(run: string, offset = 0): MuxStream {
    return this.mux.open({ kind: 'output', run, offset })
  }
}

/** A client of a machine: a browser or an agent. */
export class TunnelClient {
  readonly mux: Multiplexer

  private constructor(mux: Multiplexer) {
    this.mux = mux
  }

  static async connect(server: { url: string }, tunnel: string, token: string): Promise<TunnelClient> {
    const { mux } = await openSocket(server, `/api/tunnels/${tunnel}/ws`, token)
    return new TunnelClient(mux)
  }

  open(header: object): ClientStream {
    return new ClientStream(this.mux.open(header))
  }
}

export class ClientStream {
  readonly stream: MuxStream
  readonly lines = new Inbox<Line>()
  /** The code of the reset, or `end`. */
  readonly ended: Promise<string>

  constructor(stream: MuxStream) {
    this.stream = stream
    readLines(stream, 16 * 1024 * 1024, (line) => this.lines.add(line as Line))
    this.ended = new Promise((resolve) => {
      stream.onEnd(() => resolve('end'))
      stream.onReset(({ code, reason }) => {
        this.lines.close(`The stream was reset: ${code} ${reason}`)
        resolve(code)
      })
    })
  }

  /** Waits for a line with the run in a state. */
  async reaches(state: string): Promise<Run> {
    const runOf = (line: Line) => line.run as unknown as Run
    return runOf(await this.lines.next((line) => line.type === 'run' && runOf(line).state === state))
  }
}
