import { z } from 'zod'
import type { Facts } from './gate-status.ts'
import { gateStatus } from './gate-status.ts'
import type { FeatureRow } from './tables.ts'
import { type Gate, needsPerson } from './workflows/gates.ts'
import { requirementSentence } from './workflows/requirement-sentence.ts'

const needsPersonField = z
  .boolean()
  .describe('Whether a signed-in person must approve at this gate. Agents can meet all other requirements.')

/** A gate of a new feature. */
export const GateAhead = z
  .object({
    name: z.string(),
    needs: z.array(z.string()).describe('Requirements, as sentences.'),
    needsPerson: needsPersonField,
  })
  .meta({ id: 'GateAhead' })

/** The gate that a feature reaches next, with the status of its requirements. */
export const NextGate = z
  .object({
    name: z.string(),
    description: z.string(),
    needsPerson: needsPersonField,
    requirements: z.array(
      z.object({ needs: z.string().describe('The requirement as a sentence.'), met: z.boolean() }),
    ),
  })
  .meta({ id: 'NextGate' })

export function gateAhead(gate: Gate): z.output<typeof GateAhead> {
  return {
    name: gate.name,
    needs: gate.requirements.map(requirementSentence),
    needsPerson: needsPerson(gate),
  }
}

/** Returns the gate with this name, evaluated with the evidence that exists already. */
export function nextGate(
  { gates, round }: Pick<FeatureRow, 'gates' | 'round'>,
  name: string | null,
  facts: Facts,
): z.output<typeof NextGate> | null {
  const gate = gates.find((each) => each.name === name)
  if (!gate) return null
  return {
    name: gate.name,
    description: gate.description,
    needsPerson: needsPerson(gate),
    requirements: gateStatus(gate, round, facts).map(({ needs, met }) => ({ needs, met })),
  }
}
