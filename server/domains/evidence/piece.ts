import { z } from 'zod'
import { rejectField } from '../../operations/errors.ts'
import { NotAllowed, outsideUrl } from '../../platform/fetch-external.ts'
import { gatesPassed } from '../features/feature.ts'
import type { FeatureRow } from '../features/tables.ts'
import { namesSpec } from '../specs/as-evidence.ts'
import { gateName } from '../workflows/gates.ts'
import { type EvidenceKind, evidenceKinds } from './kinds.ts'

/** What is brought. A request carries at most a mebibyte, so a report is a little smaller. */
export const pieceFields = {
  kind: z
    .enum(evidenceKinds)
    .describe(
      'What it is. test_report is read and judged, spec and url are looked at, the rest is taken as it is.',
    ),
  title: z.string().trim().max(200).optional().describe('What to call it.'),
  reference: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      'What it points to. spec: its number (S-12) or an http(s) address. url: an address. The others: name or address.',
    ),
  content: z
    .string()
    .max(900_000)
    .optional()
    .describe('What it says. test_report: the report, in JUnit XML or TAP. note: the text.'),
  gate: gateName
    .optional()
    .describe('The gate that it is for. If left out: the one that the feature stands at.'),
}

export const Piece = z.strictObject(pieceFields)
export type Piece = z.output<typeof Piece>

const needsContent: readonly EvidenceKind[] = ['test_report', 'note']
const isLink: readonly EvidenceKind[] = ['spec', 'url']
const longestNote = 50_000

/** Refuses what no look at the world could mend. `path` is where it stands in the input: `evidence.0.`. */
export function requireWhole({ kind, reference, content }: Piece, path = ''): void {
  const field = needsContent.includes(kind) ? 'content' : 'reference'
  if (!(needsContent.includes(kind) ? content?.trim() : reference))
    rejectField(`${path}${field}`, `A ${kind.replace('_', ' ')} needs it.`)
  if (kind !== 'test_report' && content !== undefined && content.length > longestNote)
    rejectField(`${path}content`, `Must have at most ${longestNote} characters.`)
  if (kind === 'spec' && namesSpec(reference)) return
  if (isLink.includes(kind)) requireLink(reference!, `${path}reference`)
}

function requireLink(link: string, path: string): void {
  try {
    outsideUrl(link)
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    rejectField(path, 'Must be an http or https address, without a user name or a password in it.')
  }
}

/** The gate that it is brought for: the one that the feature stands at, or one that is still to come. */
export function gateOf(feature: FeatureRow, { gate }: Piece, path = ''): string {
  const ahead = feature.gates.slice(gatesPassed(feature)).map(({ name }) => name)
  const wanted = gate ?? ahead[0]
  if (wanted === undefined) rejectField(`${path}gate`, 'The feature has no gates.')
  if (!ahead.includes(wanted))
    rejectField(`${path}gate`, `Must be a gate that is not passed yet: ${ahead.join(', ')}.`)
  return wanted
}
