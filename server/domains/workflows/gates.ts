import { z } from 'zod'
import { evidenceKinds, takenByWord } from '../evidence/kinds.ts'

/** What a gate asks for before it lets a feature pass. An input has no names for its parts, so only an answer does. */
const requirement = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('evidence').describe('Evidence of certain kinds must be there.'),
      anyOf: z
        .array(z.enum(evidenceKinds))
        .min(1)
        .max(evidenceKinds.length)
        .describe('The kinds of evidence that count.'),
      count: z.int().min(1).max(10).default(1).describe('How many there must be.'),
      verified: z
        .boolean()
        .default(false)
        .describe('Whether only what was verified counts. Otherwise all but what failed does.'),
    })
    .refine(
      ({ verified, anyOf }) => !verified || anyOf.some((kind) => !takenByWord.includes(kind)),
      'A file and a note are taken by word and are never verified: name another kind as well.',
    ),
  z.strictObject({
    kind: z.literal('tasks').describe('Every linked task must be complete or cancelled.'),
  }),
  z.strictObject({
    kind: z.literal('reviews').describe('The feature must be approved.'),
    count: z.int().min(1).max(10).default(1).describe('How many approvals there must be.'),
    by: z
      .enum(['anyone', 'human'])
      .default('anyone')
      .describe('human: only approvals of people who are signed in count, not those of agents and keys.'),
  }),
])
export const Requirement = requirement.meta({ id: 'Requirement' })
export type Requirement = z.output<typeof Requirement>

/** The name of a gate, wherever one is named. */
export const gateName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters, digits and single hyphens.')
  .max(40)

const gate = z.strictObject({
  name: gateName.describe('What it is called: unique in its workflow.'),
  description: z.string().max(1000).default('').describe('What is to be done to pass it.'),
  requirements: z.array(requirement).max(20).default([]).describe('What it asks for, all of it.'),
})
export const Gate = gate.extend({ requirements: z.array(Requirement) }).meta({ id: 'Gate' })
export type Gate = z.output<typeof Gate>

export const gatesField = z
  .array(gate)
  .min(1)
  .max(20)
  .refine(
    (gates) => new Set(gates.map(({ name }) => name)).size === gates.length,
    'Two gates have the same name.',
  )
  .describe('The gates, in the order in which a feature passes them.')
