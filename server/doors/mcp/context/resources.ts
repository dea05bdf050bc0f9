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
import { listNotes } from '../../../domains/notes/list-notes.ts'
import { listProjects } from '../../../domains/projects/list-projects.ts'
import { listSkills } from '../../../domains/skills/list-skills.ts'
import { listSpecs } from '../../../domains/specs/list-specs.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError, problem } from '../../../operations/errors.ts'
import { toOperationError } from '../../../operations/perform.ts'
import { type Ask, asking, unlessForbidden } from './ask.ts'
import { meUri, showMe } from './me.ts'
import { kindsByName, resourceKinds } from './resource-kinds.ts'
import { type Shown, oneLine, uriOf } from './resource-text.ts'
import type { Sender } from '../sender.ts'

const perPage = 50
const forBoth: ('user' | 'assistant')[] = ['user', 'assistant']

/** Made once: it is the same for everybody. */
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
        title: `${title}, as it was`,
        description: `${description.replace(/\.$/, '')}, of one revision.`,
      }
      return [now, { ...now, ...then }]
    },
  ),
}

interface Listed {
  items: Resource[]
  nextCursor: string | null
}

/** What is listed, one kind after the other. There are too many tasks for that: they are read by their number. */
const sections: ((ask: Ask, limit: number, cursor?: string) => Promise<Listed>)[] = [
  async () => ({
    items: [listed(meUri, 'me', 'What concerns you now', ourWords.me, 'application/json')],
    nextCursor: null,
  }),
  async (ask, limit, cursor) => {
    const { items, nextCursor } = await ask(listProjects, { limit, ...(cursor && { cursor }) })
    const { description, mimeType } = resourceKinds.project
    return {
      items: items.map(({ slug, name, updatedAt }) =>
        listed(uriOf('project', slug), `project ${slug}`, name, description, mimeType, updatedAt),
      ),
      nextCursor,
    }
  },
  async (ask, limit, cursor) => {
    const { items, nextCursor } = await ask(listSpecs, { limit, ...(cursor && { cursor }) })
    return {
      items: items.map(({ key, title, status, project, revision, updatedAt }) => {
        const about = `Spec of the project ${project.slug}: ${status}, revision ${revision}.`
        return listed(uriOf('spec', key), `spec ${key}`, title, about, 'text/markdown', updatedAt)
      }),
      nextCursor,
    }
  },
  async (ask, limit, cursor) => {
    const { items, nextCursor } = await ask(listNotes, { limit, ...(cursor && { cursor }) })
    return {
      items: items.map(({ id, title, project, revision, updatedAt }) => {
        const about = `Note ${project ? `of the project ${project.slug}` : 'of your own'}: revision ${revision}.`
        return listed(uriOf('note', id), `note ${id}`, title, about, 'text/markdown', updatedAt)
      }),
      nextCursor,
    }
  },
  async (ask, limit, cursor) => {
    const { items, nextCursor } = await ask(listSkills, { limit, ...(cursor && { cursor }) })
    return {
      items: items.map(({ slug, name, scope, revision, updatedAt }) => {
        const about = `Skill: ${scope}, revision ${revision}.`
        return listed(uriOf('skill', slug), `skill ${slug}`, name, about, 'text/markdown', updatedAt)
      }),
      nextCursor,
    }
  },
]

const ourWords = {
  me: 'Who you are, your tasks, what you could take, your sessions, and what you have not read.',
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

const Place = z.tuple([
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
  const ask = asking(app, sender)
  return orProtocolError(app, sender, async () => {
    let [section, from] = cursor === undefined ? [0, null] : placeOf(cursor)
    const resources: Resource[] = []
    while (section < sections.length && resources.length < perPage) {
      const read = sections[section]!(ask, perPage - resources.length, from ?? undefined)
      const found = await unlessForbidden(read)
      resources.push(...(found?.items ?? []))
      from = found?.nextCursor ?? null
      if (from === null) section++
    }
    const ended = section >= sections.length
    return { resources, ...(!ended && { nextCursor: cursorOf(section, from) }) }
  })
}

function cursorOf(section: number, from: string | null): string {
  return Buffer.from(JSON.stringify([section, from])).toString('base64url')
}

function placeOf(cursor: string): z.output<typeof Place> {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new OperationError('invalid_cursor')
  }
}

const address = /^baton:\/\/([a-z]+)\/([^/?#]+)(?:\/revisions\/([1-9]\d{0,8}))?$/

/** What an address shows; undefined where nothing can be at such an address. */
export async function showResource(ask: Ask, { caller }: Sender, uri: string): Promise<Shown | undefined> {
  if (uri === meUri) return showMe(ask, caller)
  const [, name = '', encoded = '', revision] = address.exec(uri) ?? []
  const kind = kindsByName.get(name)
  const ref = decoded(encoded)
  if (!kind || !ref || (revision && !kind.revisions)) return undefined
  return kind.show(ask, ref, revision ? Number(revision) : undefined)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export async function readResource(app: App, sender: Sender, uri: string): Promise<ReadResourceResult> {
  const show = () => showResource(asking(app, sender), sender, uri)
  const shown = await orProtocolError(app, sender, show, uri)
  if (!shown) throw new ResourceNotFoundError(uri, whatThereIs)
  return { contents: [contentOf(shown, uri)] }
}

const whatThereIs = `There is nothing at such an address. There are ${meUri}, ${[...kindsByName]
  .map(([name, { parameter = name }]) => `baton://${name}/{${parameter}}`)
  .join(', ')}.`

/** Under the address that it was asked for. */
export function contentOf({ mimeType, text, lastModified, uri }: Shown, asked = uri) {
  return { uri: asked, mimeType, text, _meta: { lastModified } }
}

/** A refusal as this protocol says it: resources and prompts have no results that tell of errors. */
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
    if (!known) app.log.error({ requestId: facts.id, err: error }, 'a request over MCP failed')
    const refusal = known ?? new OperationError('internal')
    if (refusal.status === 404 && uri !== undefined) throw new ResourceNotFoundError(uri, refusal.message)
    const code = refusal.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    const fields = refusal.errors?.map(({ path, message }) => `${path}: ${message}`) ?? []
    const body = problem(refusal, facts.id, app.config.APP_URL)
    throw new ProtocolError(code, [refusal.message, ...fields].join(' '), body)
  }
}
