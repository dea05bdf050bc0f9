import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'
import type { EvidenceKind, EvidenceStatus } from './kinds.ts'
import type { ReportResult } from './reports/report.ts'

export interface EvidenceRow extends DeletableRow {
  project_id: string
  feature_id: string
  feature_key: string
  gate: string
  round: number
  kind: EvidenceKind
  title: string
  /** A link, commit or path. */
  reference: string | null
  /** The text of a note or test report. */
  content: string | null
  status: EvidenceStatus
  /** Reason for the status. */
  finding: string
  source: string | null
  checked_at: string | null
  result: ReportResult | null
  created_by: Actor
}
