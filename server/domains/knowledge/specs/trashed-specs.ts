import type { TrashKind } from '../../../operations/trash-kind.ts'
import { trashedItem } from '../../work/items/trashed-items.ts'
import { reverifySpecEvidence } from './as-evidence.ts'
import { specKind } from './spec.ts'
import type { SpecRow } from './tables.ts'

export const trashedSpecs: TrashKind<SpecRow> = {
  ...trashedItem<SpecRow>(specKind),
  after: reverifySpecEvidence,
}
