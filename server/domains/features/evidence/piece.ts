import { z } from 'zod'
import { rejectField } from '../../../errors/errors.ts'
import { NotAllowed, parseExternalUrl } from '../../../platform/external-url.ts'
import { gatesPassed } from '../feature.ts'
import type { FeatureRow } from '../tables.ts'
import { namesSpec } from '../../knowledge/specs/as-evidence.ts'
import { gateName } from '../workflows/gates.ts'
import { codeFields, requireCodeFields } from './code-fields.ts'
import { type EvidenceKind, evidenceKinds } from './kinds.ts'

/** Input fields of a piece of evidence. `content` stays below the request limit of one mebibyte. */
export const pieceFields = {
  kind: z
    .enum(evidenceKinds)
    .describe(
      'Kind of evidence. Baton checks all kinds except file and note, and code only in connected repositories.',
    ),
  title: z.string().trim().max(200).optional().describe('Title. Default: the reference or the first line.'),
  reference: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      'spec: number (S-12) or http(s) URL. url: http(s) URL. commit: id or URL. pull_request: number or URL. check_run: name@commit or URL. Other kinds: name or URL.',
    ),
  content: z
    .string()
    .max(900_000)
    .optional()
    .describe('test_report: the report, in JUnit XML or TAP. note: the text, at most 50,000 characters.'),
  ...codeFields,
  gate: gateName.optional().describe("Gate that it is for. Default: the feature's current gate."),
}

export const Piece = z.strictObject(pieceFields)
export type Piece = z.output<typeof Piece>

const needsContent: readonly EvidenceKind[] = ['test_report', 'note']
const isLink: readonly EvidenceKind[] = ['spec', 'url']
const maxNoteLength = 50_000

/** Rejects incomplete or malformed evidence. `path` is its position in the input: `evidence.0.`. */
export function requireComplete({ kind, reference, content, ...code }: Piece, path = ''): void {
  const field = needsContent.includes(kind) ? 'content' : 'reference'
  if (!(needsContent.includes(kind) ? content?.trim() : reference))
    rejectField(`${path}${field}`, `Required for a ${kind.replace('_', ' ')}.`)
  if (kind !== 'test_report' && content !== undefined && content.length > maxNoteLength)
    rejectField(`${path}content`, `Must have at most ${maxNoteLength} characters.`)
  requireCodeFields(kind, code, path)
  if (kind === 'spec' && namesSpec(reference)) return
  if (isLink.includes(kind)) requireLink(reference!, `${path}reference`)
}

function requireLink(link: string, path: string): void {
  try {
    parseExternalUrl(link)
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    rejectField(path, 'Must be an http or https URL without a user name or password.')
  }
}

/** Returns the gate of a piece of evidence: the current gate or a later one. Rejects a passed gate. */
export function gateOf(feature: FeatureRow, { gate }: Piece, path = ''): string {
  const ahead = feature.gates.slice(gatesPassed(feature)).map(({ name }) => name)
  const target = gate ?? ahead[0]
  if (target === undefined) rejectField(`${path}gate`, 'The feature has no gates.')
  if (!ahead.includes(target))
    rejectField(`${path}gate`, `Must be the current gate or a later one: ${ahead.join(', ')}.`)
  return target
}
