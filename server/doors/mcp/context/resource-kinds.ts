import { getAgent } from '../../../domains/agents/get-agent.ts'
import { getDecision } from '../../../domains/knowledge/decisions/get-decision.ts'
import { getFeature } from '../../../domains/features/get-feature.ts'
import { getNote } from '../../../domains/knowledge/notes/get-note.ts'
import { getRevisionNote } from '../../../domains/knowledge/notes/get-revision-note.ts'
import { getProject } from '../../../domains/projects/get-project.ts'
import { getSession } from '../../../domains/memory/sessions/get-session.ts'
import { getSkill } from '../../../domains/knowledge/skills/get-skill.ts'
import { getSpec } from '../../../domains/knowledge/specs/get-spec.ts'
import { getTask } from '../../../domains/work/tasks/get-task.ts'
import type { Query } from './query.ts'
import { showWork } from './open-work.ts'
import { type ResourceContent, markdown, nameOf, uriOf } from './resource-text.ts'

export interface ResourceKind {
  title: string
  description: string
  mimeType: ResourceContent['mimeType']
  show(query: Query, ref: string, revision?: number): Promise<ResourceContent>
  /** The URI parameter, if it differs from the name of the kind. */
  parameter?: string
  /** Whether earlier revisions can be read. */
  revisions?: true
}

interface Recorded {
  id: string
  updatedAt: string
}

function record(uri: string, title: string, output: Recorded): ResourceContent {
  const { id, updatedAt } = output
  return { id, uri, title, lastModified: updatedAt, ...asJson, text: JSON.stringify(output) }
}

const asJson = { mimeType: 'application/json' } as const
const asMarkdown = { mimeType: 'text/markdown' } as const

const revisionOf = (uri: string, revision: number | undefined) =>
  revision === undefined ? uri : `${uri}/revisions/${revision}`

/** The kinds of resources. Each reads an operation, which checks the rights. */
export const resourceKinds = {
  project: {
    title: 'Project',
    description: 'A project with its task counts and recent activity.',
    ...asJson,
    async show(query, project) {
      const shown = await query(getProject, { project })
      return record(uriOf('project', shown.slug), shown.name, shown)
    },
  },
  overview: {
    title: 'Open work of a project',
    description: 'A summary of the open tasks and features, the specs and the decisions of a project.',
    parameter: 'project',
    ...asJson,
    show: showWork,
  },
  task: {
    title: 'Task',
    description: 'A task with its dependencies, comments and history.',
    ...asJson,
    async show(query, task) {
      const shown = await query(getTask, { task })
      return record(uriOf('task', shown.key), shown.title, shown)
    },
  },
  feature: {
    title: 'Feature',
    description: 'A feature with its gates, evidence, reviews, tasks and missing requirements.',
    ...asJson,
    async show(query, feature) {
      const shown = await query(getFeature, { feature })
      return record(uriOf('feature', shown.key), shown.title, shown)
    },
  },
  decision: {
    title: 'Decision',
    description: 'A decision with its comments, and the decisions that it supersedes or that supersede it.',
    ...asJson,
    async show(query, decision) {
      const shown = await query(getDecision, { decision })
      return record(uriOf('decision', shown.key), shown.title, shown)
    },
  },
  session: {
    title: 'Session',
    description:
      'A session of work with its goals, state and last checkpoints. Reading it does not resume it.',
    ...asJson,
    async show(query, session) {
      const shown = await query(getSession, { session })
      return record(uriOf('session', shown.id), shown.title, shown)
    },
  },
  agent: {
    title: 'Agent',
    description: 'An agent with its current work, recent activity and recent memory.',
    ...asJson,
    async show(query, agent) {
      const shown = await query(getAgent, { agent })
      return record(uriOf('agent', shown.id), shown.name, shown)
    },
  },
  spec: {
    title: 'Spec',
    description: 'The text of a spec in markdown, preceded by its status, revision and author.',
    ...asMarkdown,
    revisions: true,
    async show(query, spec, revision) {
      const shown = await query(getSpec, { spec, ...(revision && { revision }) })
      const { id, key, title, status, revisedAt } = shown
      const about = {
        ...{ spec: key, title, status, project: shown.project.slug },
        ...{ revision: shown.revision, latestRevision: shown.latestRevision, reason: shown.reason },
        ...{ author: nameOf(shown.createdBy), revisedBy: nameOf(shown.revisedBy), revisedAt },
      }
      const uri = revisionOf(uriOf('spec', key), revision)
      return { id, uri, title, lastModified: revisedAt, ...asMarkdown, text: markdown(about, shown.content) }
    },
  },
  note: {
    title: 'Note',
    description: 'The text of a note in markdown, preceded by its tags, revision and author.',
    ...asMarkdown,
    revisions: true,
    async show(query, note, revision) {
      const now = await query(getNote, { note })
      const then = revision === undefined ? undefined : await query(getRevisionNote, { note, revision })
      const { title, content } = then ?? now
      const lastModified = then?.createdAt ?? now.updatedAt
      const about = {
        ...{ note: now.id, title, project: now.project?.slug, tags: now.tags },
        ...{ revision: then?.revision ?? now.revision, latestRevision: now.revision },
        ...{ author: now.owner.name, revisedBy: then && nameOf(then.createdBy), revisedAt: lastModified },
      }
      const uri = revisionOf(uriOf('note', now.id), revision)
      return { id: now.id, uri, title, lastModified, ...asMarkdown, text: markdown(about, content) }
    },
  },
  skill: {
    title: 'Skill',
    description: 'The instructions of a skill in markdown, preceded by its description, revision and owner.',
    ...asMarkdown,
    revisions: true,
    async show(query, skill, revision) {
      const shown = await query(getSkill, { skill, ...(revision && { revision }) })
      const { id, slug, name, updatedAt } = shown
      const about = {
        ...{ skill: slug, name, description: shown.description, tags: shown.tags, scope: shown.scope },
        ...{ revision: shown.revision, latestRevision: shown.latestRevision },
        ...{ owner: shown.owner?.name ?? 'Baton', updatedAt },
        // get_skill returns their text.
        files: shown.files.map(({ path }) => path),
      }
      const uri = revisionOf(uriOf('skill', slug), revision)
      return {
        id,
        uri,
        title: name,
        lastModified: updatedAt,
        ...asMarkdown,
        text: markdown(about, shown.content),
      }
    },
  },
} as const satisfies Record<string, ResourceKind>

export type ResourceKindName = keyof typeof resourceKinds

export const kindsByName: ReadonlyMap<string, ResourceKind> = new Map(Object.entries(resourceKinds))
