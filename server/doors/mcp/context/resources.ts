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
import { meResource, showMe } from '../../../assembly/me.ts'
import { resourceKinds } from '../../../assembly/resources.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError, problem } from '../../../errors/errors.ts'
import { toOperationError } from '../../../operations/perform.ts'
import {
  type ListedResource,
  type Query,
  type ResourceContent,
  type ResourceKind,
  oneLine,
  undefinedIfForbidden,
  uriOf,
} from '../../../operations/resource.ts'
import { queryAs } from './query.ts'
import type { Sender } from '../sender.ts'

const perPage = 50
const forBoth: ('user' | 'assistant')[] = ['user', 'assistant']

/** The list of templates, which is the same for every client. */
export const resourceTemplates: ListResourceTemplatesResult = {
  resourceTemplates: [...resourceKinds.values()].flatMap(
    ({ name, title, description, mimeType, revisions, parameter = name }) => {
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

/** The sections of the resource list: the resource about the caller, then the kinds that have a list. */
const sections = [undefined, ...[...resourceKinds.values()].filter((kind) => kind.list !== undefined)]

/** Returns a part of a section. */
async function readSection(
  kind: ResourceKind | undefined,
  query: Query,
  limit: number,
  cursor: string | null,
) {
  if (!kind) return { items: [listedMe], nextCursor: null }
  const { items, nextCursor } = await kind.list!(query, { limit, ...(cursor && { cursor }) })
  return { items: items.map((item) => listed(kind, item)), nextCursor }
}

const listedMe: Resource = { ...meResource, annotations: { audience: forBoth } }

function listed(kind: ResourceKind, { ref, title, description, lastModified }: ListedResource): Resource {
  return {
    uri: uriOf(kind.name, ref),
    name: `${kind.name} ${ref}`,
    title: oneLine(title),
    description: description ?? kind.description,
    mimeType: kind.mimeType,
    annotations: { audience: forBoth, lastModified },
  }
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
      const read = readSection(sections[section], query, perPage - resources.length, from)
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

/** Returns the kind and the reference in a URI, or undefined if the URI has no valid form. */
export function locate(
  uri: string,
): { kind: ResourceKind; ref: string; revision: number | undefined } | undefined {
  const [, name = '', encoded = '', revision] = uriPattern.exec(uri) ?? []
  const kind = resourceKinds.get(name)
  const ref = decoded(encoded)
  if (!kind || !ref || (revision && !kind.revisions)) return undefined
  return { kind, ref, revision: revision ? Number(revision) : undefined }
}

/** Returns the resource at a URI, or undefined if the URI has no valid form. */
export async function showResource(
  query: Query,
  { caller }: Sender,
  uri: string,
): Promise<ResourceContent | undefined> {
  if (uri === meResource.uri) return showMe(query, caller)
  const located = locate(uri)
  return located?.kind.show(query, located.ref, located.revision)
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

const unknownUri = `This URI is not valid. Available: ${meResource.uri}, ${[...resourceKinds.values()]
  .map(({ name, parameter = name }) => `baton://${name}/{${parameter}}`)
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
