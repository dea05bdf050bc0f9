import {
  type ListResourceTemplatesResult,
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { listNotes } from '../../../domains/knowledge/notes/list-notes.ts'
import { listProjects } from '../../../domains/projects/list-projects.ts'
import { listSkills } from '../../../domains/knowledge/skills/list-skills.ts'
import { listSpecs } from '../../../domains/knowledge/specs/list-specs.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError, problem } from '../../../operations/errors.ts'
import { toOperationError } from '../../../operations/perform.ts'
import { type Query, queryAs, undefinedIfForbidden } from './query.ts'
import { meUri, showMe } from './me.ts'
import { kindsByName, resourceKinds } from './resource-kinds.ts'
import { type ResourceContent, oneLine, uriOf } from './resource-text.ts'
import type { Sender } from '../sender.ts'

const perPage = 50
const forBoth: ('user' | 'assistant')[] = ['user', 'assistant']

/** The list of templates, which is the same for every client. */
export const resourceTemplates: ListResourceTemplatesResult = {
  resourceTemplates: [...kindsByName].flatMap(
    ([name, { title, description, mimeType, revisions, parameter = name }]) => {
      const uriTemplate = `baton://${name}/{${parameter}}`
      const annotations = { audience: forBoth }
      const now = { uriTemplate, name, title, description, mimeType, annotations }
      if (!revisions) return [now]
      const then = {
        uriTemplate: `${uriTemplate}/revisions/{revision}`,
        name: `${name}_revision`,
        title: `${title} revision`,
        description: `${description.replace(/\.$/, '')}, at a revision.`,
      }
      return [now, { ...now, ...then }]
    },
  ),
}

interface Listed {
  items: Resource[]
  nextCursor: string | null
}

/** The sections of the resource list. Tasks are not listed, because there are too many. Clients read them by key. */
const sections: ((query: Query, limit: number, cursor?: string) => Promise<Listed>)[] = [
  async () => ({
    items: [listed(meUri, 'me', 'Your current work', descriptions.me, 'application/json')],
    nextCursor: null,
  }),
  async (query, limit, cursor) => {
    const { items, nextCursor } = await query(listProjects, { limit, ...(cursor && { cursor }) })
    const { description, mimeType } = resourceKinds.project
    return {
      items: items.map(({ slug, name, updatedAt }) =>
        listed(uriOf('project', slug), `project ${slug}`, name, description, mimeType, updatedAt),
      ),
      nextCursor,
    }
  },
  async (query, limit, cursor) => {
    const { items, nextCursor } = await query(listSpecs, { limit, ...(cursor && { cursor }) })
    return {
      items: items.map(({ key, title, status, project, revision, updatedAt }) => {
        const about = `Spec of the project ${project.slug}: ${status}, revision ${revision}.`
        return listed(uriOf('spec', key), `spec ${key}`, title, about, 'text/markdown', updatedAt)
      }),
      nextCursor,
    }
  },
  async (query, limit, cursor) => {
    const { items, nextCursor } = await query(listNotes, { limit, ...(cursor && { cursor }) })
    return {
      items: items.map(({ id, title, project, revision, updatedAt }) => {
        const about = `${project ? `Note of the project ${project.slug}` : 'Your own note'}: revision ${revision}.`
        return listed(uriOf('note', id), `note ${id}`, title, about, 'text/markdown', updatedAt)
      }),
      nextCursor,
    }
  },
  async (query, limit, cursor) => {
    const { items, nextCursor } = await query(listSkills, { limit, ...(cursor && { cursor }) })
    return {
      items: items.map(({ slug, name, scope, revision, updatedAt }) => {
        const about = `Skill: ${scope}, revision ${revision}.`
        return listed(uriOf('skill', slug), `skill ${slug}`, name, about, 'text/markdown', updatedAt)
      }),
      nextCursor,
    }
  },
]

const descriptions = {
  me: 'Your identity, your tasks, ready tasks, your sessions, and unread notifications.',
}

function listed(
  uri: string,
  name: string,
  title: string,
  description: string,
  mimeType: string,
  lastModified?: string,
): Resource {
  const annotations = { audience: forBoth, ...(lastModified && { lastModified }) }
  return { uri, name, title: oneLine(title), description, mimeType, annotations }
}

const Position = z.tuple([
  z
    .int()
    .min(0)
    .max(sections.length - 1),
  z.string().nullable(),
])

export async function listResources(
  app: App,
  sender: Sender,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const query = queryAs(app, sender)
  return orProtocolError(app, sender, async () => {
    let [section, from] = cursor === undefined ? [0, null] : positionOf(cursor)
    const resources: Resource[] = []
    while (section < sections.length && resources.length < perPage) {
      const read = sections[section]!(query, perPage - resources.length, from ?? undefined)
      const found = await undefinedIfForbidden(read)
      resources.push(...(found?.items ?? []))
      from = found?.nextCursor ?? null
      if (from === null) section++
    }
    const isLast = section >= sections.length
    return { resources, ...(!isLast && { nextCursor: cursorOf(section, from) }) }
  })
}

function cursorOf(section: number, from: string | null): string {
  return Buffer.from(JSON.stringify([section, from])).toString('base64url')
}

function positionOf(cursor: string): z.output<typeof Position> {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new OperationError('invalid_cursor')
  }
}

const uriPattern = /^baton:\/\/([a-z]+)\/([^/?#]+)(?:\/revisions\/([1-9]\d{0,8}))?$/

/** Returns the resource at a URI, or undefined if the URI has no valid form. */
export async function showResource(
  query: Query,
  { caller }: Sender,
  uri: string,
): Promise<ResourceContent | undefined> {
  if (uri === meUri) return showMe(query, caller)
  const [, name = '', encoded = '', revision] = uriPattern.exec(uri) ?? []
  const kind = kindsByName.get(name)
  const ref = decoded(encoded)
  if (!kind || !ref || (revision && !kind.revisions)) return undefined
  return kind.show(query, ref, revision ? Number(revision) : undefined)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export async function readResource(app: App, sender: Sender, uri: string): Promise<ReadResourceResult> {
  const show = () => showResource(queryAs(app, sender), sender, uri)
  const shown = await orProtocolError(app, sender, show, uri)
  if (!shown) throw new ResourceNotFoundError(uri, unknownUri)
  return { contents: [contentOf(shown, uri)] }
}

const unknownUri = `This URI is not valid. Available: ${meUri}, ${[...kindsByName]
  .map(([name, { parameter = name }]) => `baton://${name}/{${parameter}}`)
  .join(', ')}.`

/** Returns the content for the protocol, under the requested URI. */
export function contentOf({ mimeType, text, lastModified, uri }: ResourceContent, requestedUri = uri) {
  return { uri: requestedUri, mimeType, text, _meta: { lastModified } }
}

/** Converts errors to protocol errors, because resources and prompts have no error results. */
export async function orProtocolError<Value>(
  app: App,
  { facts }: Sender,
  work: () => Promise<Value>,
  uri?: string,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const known = toOperationError(error)
    if (!known) app.log.error({ requestId: facts.id, err: error }, 'an MCP request failed')
    const rejection = known ?? new OperationError('internal')
    if (rejection.status === 404 && uri !== undefined) throw new ResourceNotFoundError(uri, rejection.message)
    const code = rejection.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    const fields = rejection.errors?.map(({ path, message }) => `${path}: ${message}`) ?? []
    const body = problem(rejection, facts.id, app.config.APP_URL)
    throw new ProtocolError(code, [rejection.message, ...fields].join(' '), body)
  }
}
