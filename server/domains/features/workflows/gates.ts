import { z } from 'zod'
import { evidenceKinds, unverifiableKinds } from '../evidence/kinds.ts'

/** A requirement of a gate. Only the output schema gets a `$ref` name, because input schemas are inlined. */
const requirement = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('evidence').describe('Evidence of certain kinds is required.'),
      anyOf: z
        .array(z.enum(evidenceKinds))
        .min(1)
        .max(evidenceKinds.length)
        .describe('Kinds of evidence that count.'),
      count: z.int().min(1).max(10).default(1).describe('Number of pieces required. Default 1, maximum 10.'),
      verified: z
        .boolean()
        .default(false)
        .describe('True: only verified evidence counts. False (default): all except failed evidence.'),
    })
    .refine(
      ({ verified, anyOf }) => !verified || anyOf.some((kind) => !unverifiableKinds.includes(kind)),
      "Files and notes can't be verified. Add another kind to anyOf, or set verified to false.",
    ),
  z.strictObject({
    kind: z.literal('tasks').describe('Every linked task must be complete or cancelled.'),
  }),
  z.strictObject({
    kind: z.literal('reviews').describe('The feature must be approved.'),
    count: z.int().min(1).max(10).default(1).describe('Number of approvals required. Default 1, maximum 10.'),
    by: z
      .enum(['anyone', 'human'])
      .default('anyone')
      .describe('human: only approvals by signed-in people count, not those of agents and keys.'),
  }),
])
export const Requirement = requirement.meta({ id: 'Requirement' })
export type Requirement = z.output<typeof Requirement>

/** The name of a gate in any input. */
export const gateName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens.')
  .max(40)

const gate = z.strictObject({
  name: gateName.describe('Name, unique in its workflow.'),
  description: z.string().max(1000).default('').describe('Work needed to pass it.'),
  requirements: z.array(requirement).max(20).default([]).describe('Requirements. All must be met.'),
})
export const Gate = gate.extend({ requirements: z.array(Requirement) }).meta({ id: 'Gate' })
export type Gate = z.output<typeof Gate>

/** Returns whether only a signed-in person can meet a requirement of the gate. */
export function needsPerson({ requirements }: Gate): boolean {
  return requirements.some((each) => each.kind === 'reviews' && each.by === 'human')
}

export const gatesField = z
  .array(gate)
  .min(1)
  .max(20)
  .refine(
    (gates) => new Set(gates.map(({ name }) => name)).size === gates.length,
    'Two gates have the same name.',
  )
  .describe('Gates, in the order in which a feature passes them.')
