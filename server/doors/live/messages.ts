import { z } from 'zod'
import { type Bookmark, resumeFrom } from '../../database/journal.ts'
import { OperationError, rejectField } from '../../errors/errors.ts'
import { toOperationError } from '../../operations/perform.ts'
import { findProject } from '../../domains/projects/access.ts'
import { closings, pongFrame } from './frames.ts'
import type { Connection } from './connection.ts'
import { CatchUp } from './replay.ts'
import { type TopicRef, findTopic } from './topics.ts'

const maxTopics = 100
// Messages that can wait while an earlier one is processed.
const maxQueued = 20

const topics = z.array(z.string().max(120)).min(1).max(maxTopics)

/** A message from a client. */
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
  if (!message) return connection.close(...closings.invalidMessage)
  if (message instanceof OperationError) return sendError(connection, message)
  switch (message.type) {
    case 'ping':
      return connection.write(pongFrame)
    case 'unsubscribe':
      return enqueue(connection, () => unsubscribe(connection, message.topics))
    case 'subscribe':
      return enqueue(connection, () => subscribe(connection, message.topics, message.cursor ?? undefined))
    case 'presence':
      return enqueue(connection, () => setPresence(connection, message))
  }
}

/** Returns undefined for an unknown message, and an error for a known type with invalid fields. */
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

/** Queues an action, so that responses keep the order of the messages. */
function enqueue(connection: Connection, action: () => Promise<void> | void): void {
  if (connection.queued >= maxQueued) return connection.close(...closings.tooManyMessages)
  connection.queued++
  connection.queue = runAfter(connection, connection.queue, action)
}

async function runAfter(
  connection: Connection,
  earlier: Promise<void> | undefined,
  action: () => Promise<void> | void,
): Promise<void> {
  await earlier
  try {
    if (!connection.isClosed) await action()
  } catch (error) {
    sendError(connection, error)
  }
  // Drops the promise chain, so that an idle connection keeps no memory.
  if (--connection.queued === 0) connection.queue = undefined
}

function sendError(connection: Connection, error: unknown, topic?: string): void {
  const rejection = toOperationError(error)
  if (!rejection && !connection.isClosed)
    connection.hub.app.log.error({ err: error }, 'live hub message failed')
  const { code, message, errors } = rejection ?? new OperationError('internal')
  connection.send({ type: 'error', code, message, ...(errors && { errors }), ...(topic && { topic }) })
}

async function subscribe(connection: Connection, texts: string[], cursor: string | undefined): Promise<void> {
  const { hub, feed } = connection
  const from = cursor === undefined ? undefined : await resumeFrom(hub.app.database, hub.app.epoch, cursor)
  const found = await findTopics(connection, texts)
  // Access is decided by the reader's snapshot, which may lag behind the database but is never ahead of it.
  // The projects of a team are always read again, because another connection may have just added the team.
  const teams = found.filter(({ kind }) => kind === 'team')
  for (const { id } of teams) if (!feed.teams.has(id)) feed.teams.set(id, new Set())
  if (teams.length > 0) feed.stale.teams = true
  const isUncertain = teams.length > 0 || found.some((topic) => !connection.canFollow(topic))
  if (isUncertain) feed.stale.users?.add(connection.standing.userId)
  // Without a cursor, earlier events must not be sent. So this waits until the reader has passed them.
  if (isUncertain || from === undefined) await hub.settled()
  if (connection.isClosed) return
  const allowed = found.filter((topic) => connection.canFollow(topic))
  for (const { name, kind } of found.filter((topic) => !allowed.includes(topic)))
    sendError(connection, new OperationError('not_found', { kind, ref: name }), name)
  if (allowed.length === 0) return
  await follow(connection, allowed, from)
}

/** Finds the topics and sends an error for each one that doesn't exist. */
async function findTopics(connection: Connection, texts: string[]): Promise<TopicRef[]> {
  const found = new Map<string, TopicRef>()
  for (const text of new Set(texts)) {
    try {
      const topic = await findTopic(connection.hub.app.database, connection.standing.granted, text)
      found.set(topic.name, topic)
    } catch (error) {
      sendError(connection, error, text)
    }
  }
  const known = connection.topics.filter(({ name }) => !found.has(name))
  if (known.length + found.size > maxTopics)
    rejectField('topics', `A connection can subscribe to at most ${maxTopics} topics.`)
  return [...found.values()]
}

async function follow(
  connection: Connection,
  requested: TopicRef[],
  from: Bookmark | undefined,
): Promise<void> {
  const { hub } = connection
  const names = requested.map(({ name }) => name)
  const start = from ?? hub.position
  const cursor = hub.cursorAt(start)
  connection.send({ type: 'subscribed', topics: names, cursor })
  const known = new Set(connection.topics.map(({ name }) => name))
  // Without a cursor, topics that are already subscribed continue unchanged.
  const added = requested
    .filter(({ name }) => from !== undefined || !known.has(name))
    .map((topic) => ({ ...topic, from: start }))
  connection.catchUp = new CatchUp(connection, added)
  try {
    await connection.catchUp.run()
  } catch (error) {
    // The client counts on these events. It reconnects with its last cursor and loses none.
    hub.app.log.warn({ reason: (error as Error).message }, 'past events could not be read for a live client')
    return connection.close(...closings.replayFailed)
  }
  hub.presence.publish(connection.feed)
}

async function unsubscribe(connection: Connection, texts: string[]): Promise<void> {
  const names = new Set(texts)
  // Accepts the name from the subscribed message and any other reference to the same topic.
  for (const text of texts) {
    const topic = await findTopic(connection.hub.app.database, connection.standing.granted, text).catch(
      () => null,
    )
    if (topic) names.add(topic.name)
  }
  connection.drop(connection.topics.filter(({ name }) => names.has(name)))
}

async function setPresence(connection: Connection, message: Message & { type: 'presence' }): Promise<void> {
  const { hub, standing } = connection
  connection.status = message.status
  if (message.place === null) connection.location = null
  else if (message.place) {
    const { project: ref, item } = message.place
    const [, key, number] = /^([A-Za-z][A-Za-z0-9]*)-(\d+)$/.exec(item ?? '') ?? []
    if (item !== undefined && !number) rejectField('place.item', 'Use the key of the item, such as WEB-42.')
    if (!ref && !key) rejectField('place', 'Pass the project or an item of it.')
    const project = await findProject(hub.app.database, standing.granted, ref ?? key!, false)
    if (key && project.key !== key.toUpperCase())
      rejectField('place.item', 'This item does not belong to the project.')
    connection.location = { projectId: project.id, item: item?.toUpperCase() ?? null }
  }
  hub.presence.update(connection)
}
