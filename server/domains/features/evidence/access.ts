import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../operations/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import {
  type ProjectRight,
  type Seer,
  hasRight,
  requireRight,
  sentences,
  rightHolders,
  visibleProjects,
} from '../../projects/access.ts'
import { isContributor } from './evidence.ts'
import type { EvidenceRow } from './tables.ts'

export interface OnEvidence extends InOrganization {
  evidence: EvidenceRow
  right: ProjectRight
}

/** Grants editors of the feature's project access to a piece of evidence. */
export const onEvidence: AccessRule<{ evidence: string }, OnEvidence> = {
  name: 'evidence(edit)',
  sentence: sentences.edit.replace('the project', "the feature's project"),
  open: false,
  ...rightHolders.edit,
  async check({ caller, db, reads, hold: lock }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    const found = await findEvidence(db, granted, input.evidence, lock)
    requireRight(found, 'edit')
    return { ...granted, ...found }
  },
}

/** Grants deletion to the contributor and to the project's managers. */
export const deletesEvidence: AccessRule<{ evidence: string }, OnEvidence> = {
  name: 'evidence(author) or project(manage)',
  sentence: `The user who added it, if they can still edit in the project, and ${lowercaseFirst(sentences.manage)}`,
  open: false,
  leastRole: rightHolders.manage.leastRole,
  also: [...rightHolders.manage.also, 'author'],
  async check(context, input) {
    const granted = await onEvidence.check(context, input)
    const { caller, evidence, right } = granted
    if (!hasRight(right, 'manage') && !isContributor(caller, evidence.created_by))
      reject('forbidden', { needs: deletesEvidence.sentence })
    return granted
  },
}

async function findEvidence(db: Queries, granted: Seer, ref: string, lock: boolean) {
  const visible = visibleProjects(granted)
  const [found] = anyUuid.test(ref)
    ? await db.run<EvidenceRow & { right: ProjectRight }>(
        sql`select e.*, ${visible.right} as right
           from evidence e join features f on f.id = e.feature_id join projects p on p.id = e.project_id
          where ${visible.where} and p.deleted_at is null and f.deleted_at is null and e.deleted_at is null
            and e.organization_id = ${granted.organization.id} and e.id = ${ref}
          ${lock ? sql`for update of e` : sql.empty}`,
      )
    : []
  if (!found) reject('not_found', { kind: 'evidence', ref })
  const { right, ...evidence } = found
  return { right, evidence }
}

function lowercaseFirst(sentence: string): string {
  return sentence[0]!.toLowerCase() + sentence.slice(1)
}
