import { z } from 'zod'
import { type Bookmark, resumeFrom } from '../../database/journal.ts'
import { OperationError, rejectField } from '../../operations/errors.ts'
import { toOperationError } from '../../operations/perform.ts'
import { findProject } from '../../domains/projects/access.ts'
import { closings } from './closings.ts'
import type { Connection } from './connection.ts'
import { pongFrame } from './frames.ts'
import { CatchUp } from './replay.ts'
import { type Asked, findTopic } from './topics.ts'

const mostTopics = 100
// What is asked for while it still waits for an earlier question.
const mostWaiting = 20

const topics = z.array(z.string().max(120)).min(1).max(mostTopics)

/** What a client may say. */
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), topics, cursor: z.string().max(200).nullish() }),
  z.object({ type: z.literal('unsubscribe'), topics }),
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('presence'),
    status: z.enum(['online', 'away']).default('online'),
    place: z
      .object({ project: z.string().max(100).optional(), item: z.string().max(40).optional() })
      .nullish(),
  }),
])
type Message = z.output<typeof Message>

export function receive(connection: Connection, data: string): void {
  if (!connection.countMessage()) return connection.close(...closings.tooManyMessages)
  const message = parse(data)
  if (!message) return connection.close(...closings.notUnderstood)
  if (message instanceof OperationError) return sendRefusal(connection, message)
  switch (message.type) {
    case 'ping':
      return connection.write(pongFrame)
    case 'unsubscribe':
      return inTurn(connection, () => unsubscribe(connection, message.topics))
    case 'subscribe':
      return inTurn(connection, () => subscribe(connection, message.topics, message.cursor ?? undefined))
    case 'presence':
      return inTurn(connection, () => setPresence(connection, message))
  }
}

/** Undefined for what is no message at all, a refusal for one that is not filled in as it should be. */
function parse(data: string): Message | OperationError | undefined {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return undefined
  }
  const parsed = Message.safeParse(value)
  if (parsed.success) return parsed.data
  const { type } = (value ?? {}) as { type?: unknown }
  if (!Message.options.some(({ shape }) => shape.type.value === type)) return undefined
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new OperationError('invalid_input', {}, errors)
}

/** One after the other, so that what comes back is in the order in which it was asked for. */
function inTurn(connection: Connection, deed: () => Promise<void> | void): void {
  if (connection.waiting >= mostWaiting) return connection.close(...closings.tooManyMessages)
  connection.waiting++
  connection.asked = afterwards(connection, connection.asked, deed)
}

async function afterwards(
  connection: Connection,
  earlier: Promise<void> | undefined,
  deed: () => Promise<void> | void,
): Promise<void> {
  await earlier
  try {
    if (!connection.isClosed) await deed()
  } catch (error) {
    sendRefusal(connection, error)
  }
  // Nothing is kept of what was done.
  if (--connection.waiting === 0) connection.asked = undefined
}

function sendRefusal(connection: Connection, error: unknown, topic?: string): void {
  const refusal = toOperationError(error)
  if (!refusal && !connection.isClosed)
    connection.hub.app.log.error({ err: error }, 'a message to the live hub failed')
  const { code, message, errors } = refusal ?? new OperationError('internal')
  connection.send({ type: 'error', code, message, ...(errors && { errors }), ...(topic && { topic }) })
}

async function subscribe(connection: Connection, texts: string[], cursor: string | undefined): Promise<void> {
  const { hub, feed } = connection
  const from = cursor === undefined ? undefined : await resumeFrom(hub.app.database, hub.app.epoch, cursor)
  const found = await findTopics(connection, texts)
  // Who may follow it is decided by what the reader knows: it may be behind the database, but not before it.
  // Of a team that another connection asked for just now, the projects may not be known yet: so they are looked up each time.
  const teams = found.filter(({ kind }) => kind === 'team')
  for (const { id } of teams) if (!feed.teams.has(id)) feed.teams.set(id, new Set())
  if (teams.length > 0) feed.doubts.teams = true
  const unsure = teams.length > 0 || found.some((topic) => !connection.mayFollow(topic))
  if (unsure) feed.doubts.users?.add(connection.standing.userId)
  // Whoever begins now is not told what happened before, though it may not have been read yet.
  if (unsure || from === undefined) await hub.settled()
  if (connection.isClosed) return
  const allowed = found.filter((topic) => connection.mayFollow(topic))
  for (const { name, kind } of found.filter((topic) => !allowed.includes(topic)))
    sendRefusal(connection, new OperationError('not_found', { kind, ref: name }), name)
  if (allowed.length === 0) return
  await follow(connection, allowed, from)
}

/** Each that cannot be followed is refused by itself. */
async function findTopics(connection: Connection, texts: string[]): Promise<Asked[]> {
  const found = new Map<string, Asked>()
  for (const text of new Set(texts)) {
    try {
      const topic = await findTopic(connection.hub.app.database, connection.standing.asking, text)
      found.set(topic.name, topic)
    } catch (error) {
      sendRefusal(connection, error, text)
    }
  }
  const known = connection.topics.filter(({ name }) => !found.has(name))
  if (known.length + found.size > mostTopics)
    rejectField('topics', `One connection follows at most ${mostTopics} topics.`)
  return [...found.values()]
}

async function follow(connection: Connection, asked: Asked[], from: Bookmark | undefined): Promise<void> {
  const { hub } = connection
  const names = asked.map(({ name }) => name)
  const begins = from ?? hub.position
  const cursor = hub.cursorAt(begins)
  connection.send({ type: 'subscribed', topics: names, cursor })
  const known = new Set(connection.topics.map(({ name }) => name))
  // What is followed already, from now on, goes on as it is.
  const fresh = asked
    .filter(({ name }) => from !== undefined || !known.has(name))
    .map((topic) => ({ ...topic, from: begins }))
  connection.catchUp = new CatchUp(connection, fresh)
  await connection.catchUp.run()
  hub.presence.show(connection.feed)
}

async function unsubscribe(connection: Connection, texts: string[]): Promise<void> {
  const names = new Set(texts)
  // By the name that it was told, or by any other that leads to the same.
  for (const text of texts) {
    const topic = await findTopic(connection.hub.app.database, connection.standing.asking, text).catch(
      () => null,
    )
    if (topic) names.add(topic.name)
  }
  connection.drop(connection.topics.filter(({ name }) => names.has(name)))
}

async function setPresence(connection: Connection, message: Message & { type: 'presence' }): Promise<void> {
  const { hub, standing } = connection
  connection.status = message.status
  if (message.place === null) connection.place = null
  else if (message.place) {
    const { project: ref, item } = message.place
    const [, key, number] = /^([A-Za-z][A-Za-z0-9]*)-(\d+)$/.exec(item ?? '') ?? []
    if (item !== undefined && !number) rejectField('place.item', 'Name it by its key, such as WEB-42.')
    if (!ref && !key) rejectField('place', 'Name the project, or an item of it.')
    const project = await findProject(hub.app.database, standing.asking, ref ?? key!, false)
    if (key && project.key !== key.toUpperCase())
      rejectField('place.item', 'This is not an item of the project.')
    connection.place = { projectId: project.id, item: item?.toUpperCase() ?? null }
  }
  hub.presence.note(connection)
}
