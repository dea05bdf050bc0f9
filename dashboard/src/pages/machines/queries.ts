import type { InputOf, OutputOf } from '../../client.ts'
import { read, readFilteredPages, readPages } from '../../read.ts'

export type Machine = OutputOf<'tunnels.get'>
export type MachineStatus = Machine['status']
export type MachineServer = Machine['servers'][number]
export type DeclaredAction = OutputOf<'tunnels.listActions'>['items'][number]
export type ActionName = DeclaredAction['action']
export type Mode = DeclaredAction['mode']
export type Run = OutputOf<'tunnels.getRun'>
/** A run in a list, without its input, result and output. */
export type ListedRun = OutputOf<'tunnels.listRuns'>['items'][number]
export type RunState = Run['state']
export type Order = Omit<InputOf<'tunnels.execute'>, 'tunnel' | 'id'>

const finalStates = new Set<RunState>(['done', 'failed', 'refused', 'cancelled', 'lost'])
export const isFinal = ({ state }: Pick<Run, 'state'>): boolean => finalStates.has(state)

/** A machine that loses its network disconnects without an event. */
const pollIntervalMs = 30_000

/** Without a status, all machines except revoked ones. */
export const machinesQuery = (status: MachineStatus | undefined) => ({
  ...readFilteredPages('tunnels.list', { status, limit: 50 }),
  refetchInterval: pollIntervalMs,
})

export const machineQuery = (tunnel: string) => ({
  ...read('tunnels.get', { tunnel }),
  refetchInterval: pollIntervalMs,
})

export const actionsQuery = (tunnel: string) => read('tunnels.listActions', { tunnel })

export const runQuery = (tunnel: string, run: string) => read('tunnels.getRun', { tunnel, run })

/** The runs that wait for the consent of the owner. */
export const askedRunsQuery = (tunnel: string) =>
  readPages('tunnels.listRuns', { tunnel, state: 'asked', limit: 20 })

/** Filters of the history. */
export type RunFilter = Pick<InputOf<'tunnels.listRuns'>, 'query' | 'state' | 'action'>

export const historyQuery = (tunnel: string, filter: RunFilter) =>
  readFilteredPages('tunnels.listRuns', { tunnel, ...filter, limit: 20 })
