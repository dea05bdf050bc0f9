import { z } from 'zod'
import { Who, whoFromActor } from '../../operations/actor.ts'
import { reference } from '../../operations/reference.ts'
import { actionNames } from './declaration.ts'
import { type RunRow, type RunState, runStates } from './tables.ts'

/** The part of the output that is stored. */
export const maxTailBytes = 64 * 1024

const progress = z
  .object({ done: z.number(), total: z.number().optional(), message: z.string().optional() })
  .nullable()

/** The API representation of a run without its input, result and output, for the history. */
export const RunInHistory = z
  .object({
    id: z.uuid(),
    tunnel: z.uuid().describe('The machine.'),
    action: z.enum(actionNames),
    target: z.string().nullable(),
    state: z.enum(runStates),
    reason: z.string().nullable().describe('Why it failed, was refused, was cancelled or is lost.'),
    outputBytes: z.int().describe('Size of the whole output.'),
    progress,
    requester: Who,
    decidedBy: Who.nullable().describe('Who allowed or refused it.'),
    decision: z.enum(['allow', 'refuse']).nullable(),
    cancelledBy: Who.nullable().describe('Who cancelled it, also while the machine still stops it.'),
    timeoutSeconds: z.int(),
    createdAt: z.iso.datetime(),
    askedAt: z.iso.datetime().nullable(),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TunnelRunInHistory' })

/** The API representation of a run. */
export const Run = RunInHistory.extend({
  input: z
    .record(z.string(), z.unknown())
    .describe('The input. After the end, "content" of write_file is replaced with its size and hash.'),
  result: z.unknown().describe('Result of the action, by its kind. Null before the end.'),
  output: z.string().describe('The last 64 KiB of the output.'),
}).meta({ id: 'TunnelRun' })
export type Run = z.output<typeof Run>

export function runInHistoryFromRow(row: RunRow): z.output<typeof RunInHistory> {
  return {
    id: row.id,
    tunnel: row.tunnel_id,
    action: row.action as (typeof actionNames)[number],
    target: row.target,
    state: row.state,
    reason: row.reason,
    outputBytes: Number(row.output_bytes),
    progress: row.progress,
    requester: whoFromActor(row.requester),
    decidedBy: row.decided_by && whoFromActor(row.decided_by),
    decision: row.decision,
    cancelledBy: row.cancelled_by && whoFromActor(row.cancelled_by),
    timeoutSeconds: row.timeout_seconds,
    createdAt: row.created_at,
    askedAt: row.asked_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

export function runFromRow(row: RunRow): Run {
  return { ...runInHistoryFromRow(row), input: row.input, result: row.result, output: row.output }
}

export function isFinal(state: RunState): boolean {
  return state !== 'queued' && state !== 'asked' && state !== 'running'
}

/** A reference to a run in any input. */
export const runRef = reference('tunnelRun', 'The run id.')

/** The order that the machine receives. */
export interface RunOrder {
  id: string
  action: string
  target: string | null
  input: Record<string, unknown>
  timeoutSeconds: number
  createdAt: string
  requester: {
    userId: string
    name: string
    username: string
    email: string
    isOwner: boolean
    agent: { id: string; name: string } | null
  }
  session?: string
  requestId?: string | number
}
