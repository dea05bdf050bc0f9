import type { z } from 'zod'
import { listDecisions } from '../domains/knowledge/decisions/decisions.ts'
import { listFeatures } from '../domains/features/list-features.ts'
import { getProject } from '../domains/projects/projects.ts'
import { listSpecs } from '../domains/knowledge/specs/specs.ts'
import { listTasks } from '../domains/work/tasks/list-tasks.ts'
import type { Task } from '../domains/work/tasks/task.ts'
import { type Query, type ResourceContent, type ResourceKind, uriOf } from '../operations/resource.ts'

const maxItems = 50

export const openStatuses = ['backlog', 'todo', 'in_progress', 'blocked', 'in_review'] as const

export function taskInShort(task: z.output<typeof Task>) {
  const { key, title, project, status, priority, assignee, dueAt, openBlockers, claim } = task
  return { key, title, project, status, priority, assignee, dueAt, openBlockers, claim }
}

const workKinds = new Set(['task', 'feature', 'spec', 'decision', 'project'])

export const overviewResource: ResourceKind = {
  name: 'overview',
  title: 'Open work of a project',
  description: 'A summary of the open tasks and features, the specs and the decisions of a project.',
  mimeType: 'application/json',
  parameter: 'project',
  show: showOverview,
  findId: async (query, project) => (await query(getProject, { project })).id,
  isChangedBy: (row, id) => row.project_id === id && workKinds.has(row.subject_kind),
}

/** Returns a project overview with the names and states of its items. Each item has its own resource. */
async function showOverview(query: Query, ref: string): Promise<ResourceContent> {
  const { id, slug, name, description, stats, updatedAt } = await query(getProject, { project: ref })
  const [tasks, features, specs, decisions] = await Promise.all([
    query(listTasks, { project: id, status: [...openStatuses], sort: '-priority', limit: maxItems }),
    query(listFeatures, { project: id, limit: maxItems }),
    query(listSpecs, { project: id, limit: maxItems }),
    query(listDecisions, { project: id, limit: maxItems }),
  ])
  const text = JSON.stringify({
    project: { slug, name, description, stats },
    tasks: { items: tasks.items.map(taskInShort), more: tasks.nextCursor !== null },
    features: {
      items: features.items.map(({ key, title, status, gate, progress }) => ({
        key,
        title,
        status,
        gate,
        progress,
      })),
      more: features.nextCursor !== null,
    },
    specs: {
      items: specs.items.map(({ key, title, status, revision }) => ({ key, title, status, revision })),
      more: specs.nextCursor !== null,
    },
    decisions: {
      items: decisions.items.map(({ key, title, status }) => ({ key, title, status })),
      more: decisions.nextCursor !== null,
    },
  })
  const uri = uriOf('overview', slug)
  return { id, uri, title: `Open work: ${name}`, lastModified: updatedAt, mimeType: 'application/json', text }
}
