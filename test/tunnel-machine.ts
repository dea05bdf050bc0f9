import path from 'node:path'
import { McpServers } from '../cli/tunnel/mcp/servers.ts'
import type { Mode } from '../cli/tunnel/permissions.ts'
import { readLines, sendLine } from '../server/platform/json-lines.ts'
import type { MuxStream } from '../server/platform/multiplexer.ts'
import { claimMachine, openSocket } from './fake-machine.ts'
import type { Person, TestServer } from './harness.ts'

/** A machine in this process, with real MCP servers. Its runs have no log: `baton tunnel` has. */
export interface TestMachine {
  tunnel: string
  mcp: McpServers
  /** Replaces the response to streams of the service. */
  serve: (stream: MuxStream) => void
  close(): Promise<void>
}

interface Order {
  id: string
  action: string
  target: string
  input: { tool: string; arguments?: Record<string, unknown> }
  requester: { userId: string; agent: { id: string; name: string } | null }
  session?: string
}

type Line =
  | { type: 'welcome' | 'drain' | 'acknowledge' | 'inquire' }
  | { type: 'run'; run: Order }
  | { type: 'cancel'; run: string; reason: string }
  | { type: 'decide'; run: string; decision: 'allow' | 'refuse' }

const program = path.resolve('test/partners/stdio-mcp-server.ts')
const noFields = { type: 'object', properties: {}, required: [], additionalProperties: false }
const toolFields = {
  ...noFields,
  properties: { tool: { type: 'string' }, arguments: { type: 'object' } },
  required: ['tool'],
}

function declarationOf(servers: Record<string, Mode>, people: string[]) {
  const declared = (action: string, target: string | null, mode: Mode, input: object) => ({
    action,
    target,
    title: `${action} of ${target ?? 'the machine'}`,
    description: '',
    mode,
    input,
    timeoutSeconds: 60,
  })
  return {
    requesters: { me: true, agents: true, people },
    actions: [
      declared('get_status', null, 'allow', noFields),
      declared('run_command', 'deploy-preview', 'ask', noFields),
      ...Object.entries(servers).flatMap(([name, mode]) => [
        declared('list_tools', name, mode, noFields),
        declared('run_tool', name, mode, toolFields),
      ]),
    ],
    servers: Object.entries(servers).map(([name, mode]) => ({
      name,
      description: 'A sample.',
      mode,
      transport: 'stdio',
    })),
  }
}

/** Registers and connects a machine whose MCP servers have these modes. */
export async function connectMachine(
  server: TestServer,
  owner: Person,
  servers: Record<string, Mode>,
  people: string[] = [],
): Promise<TestMachine> {
  const { id, token } = await claimMachine(server, owner)
  const mcp = new McpServers(
    Object.entries(servers).map(([name, mode]) => ({
      name,
      description: '',
      mode,
      transport: 'stdio',
      program: process.execPath,
      arguments: [program],
      environment: { SAMPLE: 'yes' },
      folder: process.cwd(),
    })),
  )
  const { mux } = await openSocket(server, '/api/tunnels/reverse', token, (stream) => machine.serve(stream))
  const control = mux.open({ kind: 'control', protocol: 1 })
  const running = new Map<string, { order: Order; ending: AbortController }>()
  const machine: TestMachine = {
    tunnel: id,
    mcp,
    serve: (stream) => mcp.serveStream(stream),
    async close() {
      mux.close()
      await mcp.close()
    },
  }
  const report = (run: string, state: string, more: object = {}) =>
    sendLine(control, { type: 'state', run, state, at: new Date().toISOString(), ...more })
  const start = async ({ order, ending: { signal } }: { order: Order; ending: AbortController }) => {
    report(order.id, 'running')
    try {
      const result = await perform(order, signal)
      report(order.id, 'done', { result })
    } catch (error) {
      report(order.id, signal.aborted ? 'cancelled' : 'failed', { reason: (error as Error).message })
    }
  }
  const perform = async (
    { id: run, action, target, input, session, requester }: Order,
    signal: AbortSignal,
  ) => {
    if (action === 'get_status') return { hostname: 'laptop', activeRuns: 1 }
    if (action === 'run_command') return { exitCode: 0, signal: null }
    if (action === 'list_tools') return mcp.listTools(target, signal)
    return mcp.callTool(
      target,
      { ...input, session, requester },
      { signal, onProgress: (progress) => sendLine(control, { type: 'progress', run, ...progress }) },
    )
  }
  const modes = new Map(Object.entries(servers))
  await new Promise<void>((welcome) => {
    readLines(control, 4 * 1024 * 1024, (value) => {
      const line = value as Line
      if (line.type === 'welcome') return welcome()
      if (line.type === 'run') {
        const started = { order: line.run, ending: new AbortController() }
        running.set(line.run.id, started)
        const asks = line.run.action === 'run_command' || modes.get(line.run.target) === 'ask'
        return asks ? report(line.run.id, 'asked') : void start(started)
      }
      if (line.type === 'cancel') return running.get(line.run)!.ending.abort(new Error(line.reason))
      if (line.type !== 'decide') return undefined
      if (line.decision === 'refuse') return report(line.run, 'refused')
      return void start(running.get(line.run)!)
    })
    sendLine(control, {
      type: 'hello',
      machine: { hostname: 'laptop', platform: 'linux', version: '1' },
      declaration: declarationOf(servers, people),
      known: [],
    })
  })
  return machine
}
