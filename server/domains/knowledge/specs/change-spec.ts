import { concerning, differences, expectVersion, updateRow } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { addRevision } from '../revisions/revisions.ts'
import type { OnSpec } from './access.ts'
import { reverifySpecEvidence } from './as-evidence.ts'
import { type SeenSpec, specKind, type Spec, fromSpecs, specFromRow, wholeSpec } from './spec.ts'
import { type SpecRow, type SpecStatus, nextStatuses } from './tables.ts'
import type { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import type { OnProject } from '../../projects/access.ts'

export interface SpecChange {
  title?: string | undefined
  content?: string | undefined
  status?: SpecStatus | undefined
}

/** Creates a new revision of a locked spec if anything changed. `free` skips the status rules, for an undo. */
export async function changeSpec(
  ctx: Context & OnSpec,
  requested: SpecChange,
  reason: string,
  { free = false }: { free?: boolean } = {},
): Promise<SeenSpec> {
  const { project_slug, project_name, links, ...before } = ctx.spec
  const names = { project_slug, project_name, links }
  expectVersion(ctx, before.version)
  const set = free ? requested : withStatus(before, requested)
  if (Object.keys(differences<SpecRow>(before, set)).length === 0) return ctx.spec

  const revision = before.revision + 1
  const { after, changes } = await updateRow<SpecRow>(ctx, specKind, before, {
    ...(set as Partial<SpecRow>),
    revision,
  })
  const { added, removed } = await addRevision(ctx, {
    kind: 'spec',
    id: after.id,
    organizationId: after.organization_id,
    number: revision,
    title: after.title,
    content: after.content,
    more: { status: after.status },
    reason,
  })
  // The revisions store the texts. The journal only names the revision.
  const { content, ...journaled } = changes!
  ctx.record({
    type: 'spec.updated',
    ...concerning(specKind, after),
    version: after.version,
    changes: journaled,
    data: { title: after.title, reason, added, removed, ...(content && { omitted: ['content'] }) },
  })
  if (after.status !== before.status) await reverifySpecEvidence(ctx, after)
  return { ...after, ...names }
}

/** Checks the status change. A new text of an approved spec returns it to draft unless the caller sets a status. */
function withStatus(spec: SpecRow, { title, content, status }: SpecChange): SpecChange {
  const from = spec.status
  if (status !== undefined && status !== from && !nextStatuses[from].includes(status))
    reject('wrong_status', { what: spec.key, from, to: nextStatuses[from].join(' or '), asked: status })
  const changesContent = content !== undefined && content !== spec.content
  const changesTitle = title !== undefined && title !== spec.title
  if (from === 'archived' && (status ?? from) === 'archived' && (changesContent || changesTitle))
    reject('spec_archived', { spec: spec.key })
  const returnsToDraft = changesContent && from === 'approved' && status === undefined
  return { title, content, status: returnsToDraft ? 'draft' : status }
}

/** Reads a spec with its links again after a change. */
export async function readSpec(ctx: Context & OnProject, id: string): Promise<z.output<typeof Spec>> {
  const [row] = await ctx.db.run<SeenSpec>(sql`select ${wholeSpec} from ${fromSpecs} where s.id = ${id}`)
  return specFromRow(row!, ctx.project.right, ctx.caller)
}
