import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Person, TestServer } from '../../../test/harness.ts'
import { exampleDeclaration } from '../../../test/tunnel-things.ts'
import { attachMachine, detachMachine, storeDeclaration } from './connection-state.ts'
import { findTunnelByToken } from './find-machine.ts'
import { saveState, takeWork } from './machine-work.ts'

export const machineFacts = { hostname: 'laptop', platform: 'linux x64', version: '1.0.0' }

type Declared = Partial<ReturnType<typeof exampleDeclaration>>

/** A machine without sockets: it calls the functions that a node calls for a connected machine. */
export class TestMachine {
  readonly server: TestServer
  readonly id: string
  token: string
  connectionId = randomUUID()

  constructor(server: TestServer, id: string, token: string) {
    this.server = server
    this.id = id
    this.token = token
  }

  /** Registers, claims and connects a machine. */
  static async connect(server: TestServer, owner: Person, declared: Declared = {}): Promise<TestMachine> {
    const { tunnel, nonce } = await owner.call('tunnels.register', { name: 'Laptop' })
    const { token } = await server.anonymous('tunnels.claim', { nonce, machine: machineFacts })
    const machine = new TestMachine(server, tunnel.id, token)
    assert.ok(await machine.attach(declared))
    return machine
  }

  /** Opens a new connection, which replaces the earlier one. Returns false if the machine must not connect. */
  async attach(declared: Declared = {}): Promise<boolean> {
    const { app } = this.server
    const found = await findTunnelByToken(app.database, this.token)
    if (!found) return false
    assert.equal(found.id, this.id)
    this.connectionId = randomUUID()
    const declaration = { ...exampleDeclaration('Example'), ...declared }
    const given = { connectionId: this.connectionId, machine: machineFacts, declaration }
    return (await attachMachine(app, this.id, given)) !== undefined
  }

  declare(declared: Declared): Promise<boolean> {
    const declaration = { ...exampleDeclaration('Example'), ...declared }
    return storeDeclaration(this.server.app, this.id, this.connectionId, declaration)
  }

  detach(): Promise<void> {
    return detachMachine(this.server.app, this.id, this.connectionId)
  }

  takeWork(options?: { reconnected: boolean }) {
    return takeWork(this.server.app, this.id, this.connectionId, options)
  }

  report(run: string, state: string, more: object = {}) {
    return saveState(this.server.app, this.id, this.connectionId, { run, state, ...more })
  }
}
