import { concerning, differences, expectVersion, updateRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { addRevision } from '../revisions/revisions.ts'
import type { OnSpec } from './access.ts'
import { reverifySpecEvidence } from './as-evidence.ts'
import { type SeenSpec, specKind } from './spec.ts'
import { type SpecRow, type SpecStatus, nextStatuses } from './tables.ts'

export interface SpecChange {
  title?: string | undefined
  content?: string | undefined
  status?: SpecStatus | undefined
}

/** Makes a new revision of a spec, which is held, from what changed; from nothing, none. */
export async function changeSpec(
  ctx: Context & OnSpec,
  asked: SpecChange,
  reason: string,
  { free = false }: { free?: boolean } = {},
): Promise<SeenSpec> {
  const { project_slug, project_name, links, ...before } = ctx.spec
  const names = { project_slug, project_name, links }
  expectVersion(ctx, before.version)
  const set = free ? asked : withStatus(before, asked)
  if (Object.keys(differences<SpecRow>(before, set)).length === 0) return ctx.spec

  const revision = before.revision + 1
  const { after, changes } = await updateRow<SpecRow>(ctx, 'specs', before, {
    ...(set as Partial<SpecRow>),
    revision,
  })
  const { added, removed } = await addRevision(ctx, {
    ...{ kind: 'spec', id: after.id, organizationId: after.organization_id, number: revision },
    ...{ title: after.title, content: after.content, more: { status: after.status }, reason },
  })
  // The texts are in the revisions: the journal says which.
  const { content: _, ...told } = changes!
  ctx.record({
    ...{ type: 'spec.updated', ...concerning(specKind, after), version: after.version, changes: told },
    data: { title: after.title, reason, added, removed },
  })
  if (after.status !== before.status) await reverifySpecEvidence(ctx, after)
  return { ...after, ...names }
}

/** Whoever changes the text of what was approved has something that nobody approved yet, unless they say otherwise. */
function withStatus(spec: SpecRow, { title, content, status }: SpecChange): SpecChange {
  const from = spec.status
  if (status !== undefined && status !== from && !nextStatuses[from].includes(status))
    reject('wrong_status', { what: spec.key, from, to: nextStatuses[from].join(' or '), asked: status })
  const written = content !== undefined && content !== spec.content
  const named = title !== undefined && title !== spec.title
  if (from === 'archived' && (status ?? from) === 'archived' && (written || named))
    reject('spec_archived', { spec: spec.key })
  const back = written && from === 'approved' && status === undefined
  return { title, content, status: back ? 'draft' : status }
}
