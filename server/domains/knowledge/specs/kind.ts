import type { TrashKind } from '../../../operations/trash-kind.ts'
import { trashedItem } from '../../work/items/trashed-items.ts'
import { reverifySpecEvidence } from './as-evidence.ts'
import { specKind } from './spec.ts'
import { type SpecRow, specStatuses } from './tables.ts'
import { undoableRevision } from '../revisions/revisions.ts'
import { type OnSpec, onSpec } from './access.ts'
import { changeSpec } from './change-spec.ts'
import { deleteSpec, getSpec, listSpecs } from './specs.ts'
import { type UndoableKind, undoableThrough } from '../../../operations/undoable.ts'
import { type ResourceKind, documentResource, mapPage, nameOf, uriOf } from '../../../operations/resource.ts'
import { listRevisionsSpec } from './revisions.ts'
import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { isDoneBy } from '../../../operations/actor.ts'
import { projectsVisibleTo } from '../../projects/access.ts'

export const trashedSpecs: TrashKind<SpecRow> = {
  ...trashedItem<SpecRow>(specKind),
  after: reverifySpecEvidence,
}

export const undoableSpec: UndoableKind<OnSpec> = undoableThrough('spec', onSpec('edit'), {
  types: ['spec.updated'],
  fields: [undoableRevision('spec', ({ title, content, more }) => ({ title, content, status: more.status }))],
  change(ctx, { title, content, status, revision }) {
    const back = { title, content, status } as Pick<SpecRow, 'title' | 'content' | 'status'>
    return changeSpec(ctx, back, `Restored revision ${String(revision)}.`, { free: true })
  },
  remove: deleteSpec,
})

export const specResource: ResourceKind = {
  name: 'spec',
  title: 'Spec',
  description: 'The text of a spec in markdown, preceded by its status, revision and author.',
  mimeType: 'text/markdown',
  async show(query, spec, revision) {
    const shown = await query(getSpec, { spec, ...(revision && { revision }) })
    const { id, key, title, status, revisedAt } = shown
    const about = {
      spec: key,
      title,
      status,
      project: shown.project.slug,
      revision: shown.revision,
      latestRevision: shown.latestRevision,
      reason: shown.reason,
      author: nameOf(shown.createdBy),
      revisedBy: nameOf(shown.revisedBy),
      revisedAt,
    }
    const lastModified = revisedAt
    return documentResource(uriOf('spec', key, revision), { id, title, lastModified }, about, shown.content)
  },
  list: (query, page) =>
    mapPage(query(listSpecs, page), ({ key, title, status, project, revision, updatedAt }) => ({
      ref: key,
      title,
      lastModified: updatedAt,
      description: `Spec of the project ${project.slug}: ${status}, revision ${revision}.`,
    })),
  complete: (query, page, { filled: { project } }) =>
    mapPage(query(listSpecs, { ...(project && { project }), ...page }), ({ key, title }) => [key, title]),
  revisions: (query, spec, page) => query(listRevisionsSpec, { spec, ...page }),
}

export const OwnSpec = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  key: z.string(),
  project: z.string(),
  title: z.string(),
  content: z.string(),
  status: z.enum(specStatuses),
  revision: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** Returns the specs that a user wrote, in every organization, if they can still see them. */
export function ownSpecs(db: Queries, userId: string) {
  return db.run<z.output<typeof OwnSpec>>(
    sql`select s.id, s.organization_id as "organizationId", s.key, p.slug as project, s.title, s.content, s.status, s.revision,
            s.created_at as "createdAt", s.updated_at as "updatedAt"
       from ${projectsVisibleTo(userId)} join specs s on s.project_id = p.id
      where p.deleted_at is null and s.deleted_at is null and ${isDoneBy(userId, sql`s.created_by`)}
      order by s.id desc limit 1000`,
  )
}
