import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from '../server/database/sql.ts'
import { userActor } from '../server/operations/caller.ts'
import { newId } from '../server/platform/ids.ts'
import type { Thing } from './things.ts'

/** The parts of things.ts about machines. A machine is connected, and belongs to the user who uses it. */
export const tunnelThings: Record<string, Thing> = {
  tunnel: {
    make: ({ person, text, add }) =>
      add('tunnels', {
        user_id: person.user.id,
        name: text,
        token_hash: randomBytes(32),
        machine: JSON.stringify({ hostname: text, platform: text, version: text }),
        declaration: JSON.stringify(exampleDeclaration(text)),
        connection_id: randomUUID(),
        connected_at: '2026-01-01',
        last_seen_at: '2100-01-01',
        claimed_at: '2026-01-01',
      }),
    remove: (ref) => sql`delete from tunnels where id = ${ref}`,
  },
  tunnelRun: {
    // A run that waits for consent.
    make: async ({ person, text, the, add }) =>
      add('tunnel_runs', {
        id: newId(),
        tunnel_id: await the('tunnel'),
        user_id: person.user.id,
        credential_id: randomUUID(),
        requester: JSON.stringify(userActor(person.user)),
        action: 'run_command',
        target: 'tests',
        input: JSON.stringify({ text }),
        hash: randomBytes(32),
        timeout_seconds: 60,
        state: 'asked',
        output: text,
        dispatched_at: '2026-01-01',
        asked_at: '2026-01-01',
      }),
    remove: (ref) => sql`delete from tunnel_runs where id = ${ref}`,
  },
}

/** A permission file that allows the state of the machine, and a command after consent. */
export function exampleDeclaration(text: string) {
  const input = { type: 'object', properties: {}, required: [], additionalProperties: false }
  const declared = { title: text, description: text, input, timeoutSeconds: 60 }
  return {
    requesters: { me: true, agents: true, people: [] as string[] },
    actions: [
      { action: 'get_status', target: null, mode: 'allow', ...declared },
      { action: 'run_command', target: 'tests', mode: 'ask', ...declared },
    ],
    servers: [{ name: 'browser', description: text, mode: 'allow', transport: 'stdio' }],
  }
}
