import { type ResourceKind, mapPage, record, uriOf } from '../../operations/resource.ts'
import { getProject } from './get-project.ts'
import { listProjects } from './list-projects.ts'

export const projectResource: ResourceKind = {
  name: 'project',
  title: 'Project',
  description: 'A project with its task counts and recent activity.',
  mimeType: 'application/json',
  async show(query, project) {
    const shown = await query(getProject, { project })
    return record(uriOf('project', shown.slug), shown.name, shown)
  },
  list: (query, page) =>
    mapPage(query(listProjects, page), ({ slug, name, updatedAt }) => ({
      ref: slug,
      title: name,
      lastModified: updatedAt,
    })),
  complete: (query, page) =>
    mapPage(query(listProjects, { sort: 'name', ...page }), ({ slug, key, name }) => [slug, key, name]),
  isChangedBy: (row, id) => row.project_id === id,
}
