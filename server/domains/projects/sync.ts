import { sql } from '../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../operations/sync-kind.ts'
import { createProject } from './create-project.ts'
import { projectKind } from './project.ts'
import { deleteProject, updateProject } from './projects.ts'
import { projectScope } from './synced-in-project.ts'
import type { ProjectRow } from './tables.ts'

const fields: SyncFields = {
  name: { columns: ['name'] },
  slug: { columns: ['slug'], writtenBy: 'create' },
  key: { columns: ['key'], writtenBy: 'create' },
  description: { columns: ['description'], text: true },
  settings: { columns: ['settings'] },
  visibility: { columns: ['visibility'] },
  team: { columns: ['team_id'], refers: 'team' },
  archived: {
    columns: ['archived_at'],
    writtenBy: 'none',
    value: ({ archived_at }: ProjectRow) => archived_at !== null,
  },
}

export const syncedProjects: SyncKind<ProjectRow> = {
  ...projectKind,
  name: 'project',
  fields,
  columns: columnsOf(fields),
  from: sql`projects t`,
  within: ({ projects }) => sql`t.id = any(${projects})`,
  scopeOf: ({ id }) => projectScope({ project_id: id }),
  create: createProject,
  update: updateProject,
  remove: deleteProject,
  address: ({ id }) => ({ project: id }),
}
