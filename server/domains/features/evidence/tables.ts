import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'
import type { ReportResult } from './reports/report.ts'

/**
 * Evidence. `reference` is a link, commit or path; `content` is the text of a note or test report; `finding` is the
 * reason for the status.
 */
export type EvidenceRow = Narrow<Rows['evidence'], { result: ReportResult }>
