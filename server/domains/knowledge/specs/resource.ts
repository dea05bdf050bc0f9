import { type ResourceKind, mapPage, markdown, nameOf, uriOf } from '../../../operations/resource.ts'
import { getSpec } from './get-spec.ts'
import { listRevisionsSpec } from './list-revisions-spec.ts'
import { listSpecs } from './list-specs.ts'

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
    return {
      id,
      uri: uriOf('spec', key, revision),
      title,
      lastModified: revisedAt,
      mimeType: 'text/markdown',
      text: markdown(about, shown.content),
    }
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
