import { type TicketHolder, authenticateTicket } from '../../domains/auth/credentials/authenticate.ts'
import { onTunnel } from '../../domains/tunnels/access.ts'
import { cancelForbiddenRuns } from '../../domains/tunnels/stop-runs.ts'
import { OperationError, reject } from '../../errors/errors.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { type Loop, loop } from '../../platform/loop.ts'
import type { MuxStream } from '../../platform/multiplexer.ts'
import { findValidTunnels } from './connections.ts'
import type { MachineConnection } from './machine-connection.ts'
import type { Machines } from './machines.ts'

/** A socket or stream of a caller, which closes when the caller loses access. */
export interface Guarded {
  tunnelId: string
  caller: KnownCaller
  right: 'view' | 'use'
  readonly isClosed: boolean
  end(reason: string): void
}

// Together with the check itself, access ends within a second.
const pollIntervalMs = 500

/**
 * Ends the sockets, streams and runs of callers and machines that lose access: suspended or removed users, revoked
 * credentials and tunnels, changed permission files. Checks twice a second, and sooner after a notice. It doesn't follow the
 * journal, because a busy instance would check all the time.
 */
export class AccessChecks {
  readonly #app: App
  readonly #machines: Machines
  readonly #guarded = new Set<Guarded>()
  readonly #loop: Loop
  readonly #stopListening: (() => void)[]

  constructor(app: App, machines: Machines) {
    this.#app = app
    this.#machines = machines
    this.#loop = loop(app.log, 'the access check of tunnels', () => this.#check(), {
      longest: pollIntervalMs,
      poll: pollIntervalMs,
    })
    const wake = (): void => this.wake()
    this.#stopListening = [
      app.bus.onRevoked(wake),
      app.bus.onReconnected(wake),
      app.bus.onTunnelWaits((id) => this.#machines.currentOf(id) && wake()),
    ]
  }

  wake(): void {
    this.#loop.wake()
  }

  async stop(): Promise<void> {
    for (const stop of this.#stopListening) stop()
    await this.#loop.stop()
  }

  add(guarded: Guarded): void {
    this.#guarded.add(guarded)
    // The caller may have lost access after the check that admitted them.
    this.wake()
  }

  /** Resets a stream to a machine when its user loses access. */
  guard(tunnelId: string, caller: KnownCaller, stream: MuxStream): void {
    this.add({
      tunnelId,
      caller,
      right: 'use',
      get isClosed() {
        return stream.isClosed
      },
      end: (reason) => stream.abort('forbidden', reason),
    })
  }

  async #check(): Promise<boolean> {
    await this.#checkMachines()
    await this.#checkCallers()
    return false
  }

  async #checkMachines(): Promise<void> {
    const { database } = this.#app
    // Chosen before the query, which then sees what they have stored.
    const attached = this.#machines.connections().filter(({ isAttached }) => isAttached)
    if (attached.length === 0) return
    const ids = [...new Set(attached.map(({ tunnelId }) => tunnelId))]
    const valid = await findValidTunnels(database, ids)
    for (const connection of attached) {
      const tunnel = valid.get(connection.tunnelId)
      if (!tunnel?.token_hash.equals(connection.tokenHash)) connection.close('accessEnded')
      else if (tunnel.connection_id !== connection.id) retire(connection, tunnel.connection_id)
      connection.closeIfDone()
    }
    await cancelForbiddenRuns(this.#app, ids)
  }

  async #checkCallers(): Promise<void> {
    for (const guarded of this.#guarded) if (guarded.isClosed) this.#guarded.delete(guarded)
    const groups = Map.groupBy(
      this.#guarded,
      ({ caller, tunnelId, right }) => `${caller.credentialId} ${tunnelId} ${right}`,
    )
    for (const group of groups.values()) {
      const [{ caller, tunnelId, right }] = group as [Guarded]
      try {
        const current = await authenticateAgain(this.#app, ticketOf(caller))
        const asked = { caller: current, db: this.#app.database, reads: right === 'view', hold: false }
        await onTunnel(right).check(asked, { tunnel: tunnelId })
        for (const guarded of group) guarded.caller = current
      } catch (error) {
        // During an outage of the database nothing is known, so everything stays open.
        if (!(error instanceof OperationError) || error.status >= 500) throw error
        for (const guarded of group) guarded.end(error.message)
      }
    }
  }
}

function retire(connection: MachineConnection, newer: string | null): void {
  if (newer) connection.retire()
  else connection.close('failed')
}

/** Returns the caller with their current rights. Rejects one whose credential has ended, and a paused agent. */
export async function authenticateAgain(app: App, ticket: TicketHolder): Promise<KnownCaller> {
  const current = await authenticateTicket(app, ticket)
  requireActive(current)
  return current
}

/** Rejects an agent that a person has paused. */
export function requireActive({ paused, agent }: KnownCaller): void {
  if (paused) reject('agent_paused', { agent: agent!.name, ...paused })
}

/** Names the credential of a caller, so that it can be checked again, here or at another node. */
export function ticketOf({ kind, credentialId, organization }: KnownCaller): TicketHolder {
  const isLogin = kind === 'session' || kind === 'impersonation'
  return {
    login_id: isLogin ? credentialId : null,
    credential_id: isLogin ? null : credentialId,
    organization_id: organization!.id,
  }
}
