import { WebSocket } from 'ws'
import { Problem } from '../server/assembly/client.ts'
import { type Fields, isFields } from './cells.ts'
import { type Settings, readSettings } from './config.ts'
import { type Call, connect } from './connection.ts'
import { Failure, UsageError, exitCodes } from './failures.ts'
import { follow, printable, readPath } from './jq.ts'
import { readOptions } from './options.ts'
import { clean } from './text.ts'

const backoffSeconds = [1, 2, 5, 10, 30]
/** Close codes after which a reconnect would fail again. */
const final = [4400, 4401, 4410]
const signedOut = 4401
const tooSlow = 4413

export interface Position {
  topics: string[]
  /** The cursor of the last printed event. */
  cursor: string | undefined
}

export interface Listener {
  /** Runs when the server sends events from now on. */
  subscribed(): void
  event(event: Fields): void
}

/** Prints events until it is stopped. Reconnects after a lost connection and prints the missed events. */
export async function watch(words: string[]): Promise<void> {
  const options = readOptions(words, {
    project: 'string',
    team: 'string',
    cursor: 'string',
    json: 'boolean',
    jq: 'string',
  })
  const position: Position = { topics: [topicOf(options)], cursor: options.get('cursor') }
  const print = printerOf(options)
  const settings = readSettings()
  const call = connect(settings)
  for (let failures = 0; ; failures++) {
    try {
      await listen(settings, call, position, {
        subscribed: () => console.error(`Watching ${position.topics.join(', ')}. Stop with Ctrl+C.`),
        event(event) {
          failures = 0
          print(event)
        },
      })
    } catch (error) {
      const isTemporary = error instanceof Problem && (error.status >= 500 || error.code === 'offline')
      if (!isTemporary || (failures === 0 && position.cursor === undefined)) throw error
    }
    const seconds = backoffSeconds[Math.min(failures, backoffSeconds.length - 1)]!
    console.error(`The connection was lost. Retrying in ${seconds} s.`)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

function topicOf(options: Map<string, string>): string {
  const [project, team] = [options.get('project'), options.get('team')]
  if (project !== undefined && team !== undefined) throw new UsageError('Pass --project or --team, not both.')
  if (project !== undefined) return `project:${project}`
  return team === undefined ? 'organization' : `team:${team}`
}

function printerOf(options: Map<string, string>): (event: Fields) => void {
  const jq = options.get('jq')
  if (jq === undefined)
    return (event) => console.log(options.has('json') ? JSON.stringify(event) : line(event))
  const steps = readPath(jq, undefined)
  return (event) => {
    for (const value of follow(event, steps)) console.log(printable(value))
  }
}

/** Receives events over one connection, until the connection is lost. */
export async function listen(
  { url }: Settings,
  call: Call,
  position: Position,
  listener: Listener,
): Promise<void> {
  // A ticket works once, so a URL in a proxy's log can't be reused.
  const { ticket } = await call('live.createTicket', {})
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/ws?ticket=${String(ticket)}`)
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'subscribe', topics: position.topics, cursor: position.cursor })),
    )
    socket.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString())
      if (!isFields(message)) return
      if (message.type === 'error') {
        reject(new Failure(clean(String(message.message))))
        socket.close()
      } else if (message.type === 'subscribed') {
        position.cursor = String(message.cursor)
        listener.subscribed()
      } else if (message.type === 'event' && isFields(message.event)) {
        position.cursor = String(message.event.cursor)
        listener.event(message.event)
      }
    })
    // A "close" event follows, whose handler decides what happens next.
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      const text = clean(reason.toString())
      if (final.includes(code))
        return reject(new Failure(text, code === signedOut ? exitCodes.notSignedIn : exitCodes.rejected))
      if (code === tooSlow) position.cursor = text
      resolve()
    })
  })
}

/** Formats an event: `12:04:31  Scout (for Ada)  task.completed  WEB-3  Fix it`. */
function line({ at, actor, type, subject, data }: Fields): string {
  const by = isFields(actor) ? actor : {}
  const name = isFields(by.onBehalfOf)
    ? `${String(by.name)} (for ${String(by.onBehalfOf.name)})`
    : String(by.name)
  const key = isFields(subject) && subject.key !== null ? String(subject.key) : ''
  const { title, name: called, changes } = isFields(data) ? data : {}
  const text = title ?? called ?? (isFields(changes) ? Object.keys(changes).join(', ') : '')
  const parts = [String(at).slice(11, 19), name, String(type), key, String(text)]
  return parts.filter(Boolean).map(clean).join('  ')
}
