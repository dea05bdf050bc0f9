import { z } from 'zod'
import { runStates } from '../../domains/tunnels/tables.ts'

/** The lines on the control stream of a machine. The domain checks the rest of their contents when it stores them. */
export const messageFromMachine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), machine: z.unknown(), declaration: z.unknown() }),
  z.object({ type: z.literal('declared'), declaration: z.unknown() }),
  z.looseObject({ type: z.literal('state'), run: z.uuid(), state: z.enum([...runStates, 'unknown']) }),
  z.looseObject({ type: z.literal('progress'), run: z.uuid() }),
])
export type MessageFromMachine = z.infer<typeof messageFromMachine>

/** The header of a stream that a machine opens. */
export const machineStream = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('control'), protocol: z.int() }),
  z.object({ kind: z.literal('output'), run: z.uuid(), offset: z.int().min(0) }),
])

/** The header of a stream that a client opens. The operation checks the input of a run. */
export const clientStream = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('watch'), run: z.uuid() }),
  z.looseObject({ kind: z.literal('run'), target: z.unknown().optional() }),
  z.object({ kind: z.literal('mcp'), server: z.string().max(200) }),
])

/** The header of a stream between two nodes: the stream to open on the machine, and the credential of its user. */
export const linkStream = z.object({
  header: z.looseObject({ kind: z.string() }),
  ticket: z.object({
    login_id: z.uuid().nullable(),
    credential_id: z.uuid().nullable(),
    organization_id: z.uuid(),
  }),
})
