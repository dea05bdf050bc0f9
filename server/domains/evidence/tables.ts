import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'
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
  /** What it points to: a link, a commit, a path. */
  reference: string | null
  /** What it says itself: a note, a test report. */
  content: string | null
  status: EvidenceStatus
  /** Why it has this status, where that was learned, and when. */
  finding: string
  source: string | null
  checked_at: string | null
  result: ReportResult | null
  created_by: Actor
}
