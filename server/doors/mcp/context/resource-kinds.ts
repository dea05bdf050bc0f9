import { getAgent } from '../../../domains/agents/get-agent.ts'
import { getDecision } from '../../../domains/decisions/get-decision.ts'
import { getFeature } from '../../../domains/features/get-feature.ts'
import { getNote } from '../../../domains/notes/get-note.ts'
import { getRevisionNote } from '../../../domains/notes/get-revision-note.ts'
import { getProject } from '../../../domains/projects/get-project.ts'
import { getSession } from '../../../domains/sessions/get-session.ts'
import { getSkill } from '../../../domains/skills/get-skill.ts'
import { getSpec } from '../../../domains/specs/get-spec.ts'
import { getTask } from '../../../domains/tasks/get-task.ts'
import type { Ask } from './ask.ts'
import { showWork } from './open-work.ts'
import { type Shown, markdown, nameOf, uriOf } from './resource-text.ts'

export interface ResourceKind {
  title: string
  description: string
  mimeType: Shown['mimeType']
  show(ask: Ask, ref: string, revision?: number): Promise<Shown>
  /** What stands in its address, where that is not the thing itself. */
  parameter?: string
  /** Whether it can be read as it was before. */
  revisions?: true
}

interface Recorded {
  id: string
  updatedAt: string
}

function record(uri: string, title: string, output: Recorded): Shown {
  const { id, updatedAt } = output
  return { id, uri, title, lastModified: updatedAt, ...asJson, text: JSON.stringify(output) }
}

const asJson = { mimeType: 'application/json' } as const
const asMarkdown = { mimeType: 'text/markdown' } as const

const revisionOf = (uri: string, revision: number | undefined) =>
  revision === undefined ? uri : `${uri}/revisions/${revision}`

/** What can be read by its address: each with the operation that shows it, and its rights. */
export const resourceKinds = {
  project: {
    title: 'Project',
    description: 'A project with how it stands, in numbers, and its recent activity.',
    ...asJson,
    async show(ask, project) {
      const shown = await ask(getProject, { project })
      return record(uriOf('project', shown.slug), shown.name, shown)
    },
  },
  overview: {
    title: 'Open work of a project',
    description:
      'What is going on in a project: its open tasks and features, its specs and decisions, in short.',
    parameter: 'project',
    ...asJson,
    show: showWork,
  },
  task: {
    title: 'Task',
    description: 'A task with what it depends on, its comments and its history.',
    ...asJson,
    async show(ask, task) {
      const shown = await ask(getTask, { task })
      return record(uriOf('task', shown.key), shown.title, shown)
    },
  },
  feature: {
    title: 'Feature',
    description: 'A feature with its gates, evidence, reviews and tasks, and what it is missing to go on.',
    ...asJson,
    async show(ask, feature) {
      const shown = await ask(getFeature, { feature })
      return record(uriOf('feature', shown.key), shown.title, shown)
    },
  },
  decision: {
    title: 'Decision',
    description: 'A decision with its discussion, and the decisions before and after it.',
    ...asJson,
    async show(ask, decision) {
      const shown = await ask(getDecision, { decision })
      return record(uriOf('decision', shown.key), shown.title, shown)
    },
  },
  session: {
    title: 'Session',
    description:
      'A session of work with its goals, state and last checkpoints. Reading it does not resume it.',
    ...asJson,
    async show(ask, session) {
      const shown = await ask(getSession, { session })
      return record(uriOf('session', shown.id), shown.title, shown)
    },
  },
  agent: {
    title: 'Agent',
    description: 'An agent with what it is busy with, and what it did and learned last.',
    ...asJson,
    async show(ask, agent) {
      const shown = await ask(getAgent, { agent })
      return record(uriOf('agent', shown.id), shown.name, shown)
    },
  },
  spec: {
    title: 'Spec',
    description: 'The text of a spec in markdown, with its status, revision and author in front.',
    ...asMarkdown,
    revisions: true,
    async show(ask, spec, revision) {
      const shown = await ask(getSpec, { spec, ...(revision && { revision }) })
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
    description: 'The text of a note in markdown, with its tags, revision and author in front.',
    ...asMarkdown,
    revisions: true,
    async show(ask, note, revision) {
      const now = await ask(getNote, { note })
      const then = revision === undefined ? undefined : await ask(getRevisionNote, { note, revision })
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
    description: 'The instructions of a skill in markdown, with what it is for, revision and owner in front.',
    ...asMarkdown,
    revisions: true,
    async show(ask, skill, revision) {
      const shown = await ask(getSkill, { skill, ...(revision && { revision }) })
      const { id, slug, name, updatedAt } = shown
      const about = {
        ...{ skill: slug, name, description: shown.description, tags: shown.tags, scope: shown.scope },
        ...{ revision: shown.revision, latestRevision: shown.latestRevision },
        ...{ owner: shown.owner?.name ?? 'Baton', updatedAt },
        // Their text comes with get_skill.
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
