import type { Actor } from '../../database/actor.ts'
import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { Declaration } from './declaration.ts'

/** The machine as it describes itself. */
export interface MachineFacts {
  hostname: string
  platform: string
  version: string
}

/** The MCP session on the machine that a run belongs to, and the request that it answers. */
export interface McpRequest {
  session?: string
  /** The JSON-RPC id, by which a client cancels the call at any node. */
  requestId?: string | number
}

/** Progress as the machine reports it. */
export interface RunProgress {
  done: number
  total?: number | undefined
  message?: string | undefined
}

export type TunnelRow = Narrow<Rows['tunnels'], { machine: MachineFacts; declaration: Declaration }>

export type RunRow = Narrow<
  Rows['tunnel_runs'],
  {
    requester: Actor
    input: Record<string, unknown>
    mcp: McpRequest
    progress: RunProgress
  }
>

export type RunState = RunRow['state']

export const tunnelStatuses = ['pending', 'online', 'offline', 'revoked'] as const
export type TunnelStatus = (typeof tunnelStatuses)[number]

export const runStates = [
  'queued',
  'asked',
  'running',
  'done',
  'failed',
  'refused',
  'cancelled',
  'lost',
] as const satisfies readonly RunState[]

/** The order of states. A report of an earlier state changes nothing. */
export const stateRanks: Record<RunState, number> = {
  queued: 0,
  asked: 1,
  running: 2,
  // `lost` becomes the real outcome if the machine still reports one.
  lost: 3,
  done: 4,
  failed: 4,
  refused: 4,
  cancelled: 4,
}
