import { Problem } from '../server/operations/client.ts'
import { type Fields, isFields } from './cells.ts'
import { type Settings, readSettings } from './config.ts'
import { type Call, connect } from './connection.ts'
import { Failure, UsageError } from './failures.ts'
import { options } from './options.ts'
import { clean } from './text.ts'

const pauses = [1, 2, 5, 10, 30]
/** Coming back would not help. */
const final = [4400, 4401, 4410]
const tooSlow = 4413

interface Place {
  topics: string[]
  /** After the last event that was printed. */
  cursor: string | undefined
}

/** Prints what happens, as it happens, until it is stopped. Whatever happens while the server is away is printed afterwards. */
export async function watch(words: string[]): Promise<void> {
  const { project, team, json, cursor } = options(words, {
    ...{ project: { type: 'string' }, team: { type: 'string' } },
    ...{ cursor: { type: 'string' }, json: { type: 'boolean' } },
  })
  if (project !== undefined && team !== undefined) throw new UsageError('Give --project or --team, not both.')
  const topic =
    project !== undefined
      ? `project:${String(project)}`
      : team !== undefined
        ? `team:${String(team)}`
        : 'organization'
  const place: Place = { topics: [topic], cursor: cursor === undefined ? undefined : String(cursor) }
  const settings = readSettings()
  const call = connect(settings)
  const print = (event: Fields) => console.log(json ? JSON.stringify(event) : line(event))
  for (let failures = 0; ; failures++) {
    try {
      await follow(settings, call, place, (event) => {
        failures = 0
        print(event)
      })
    } catch (error) {
      const away = error instanceof Problem && (error.status >= 500 || error.code === 'offline')
      if (!away || (failures === 0 && place.cursor === undefined)) throw error
    }
    const seconds = pauses[Math.min(failures, pauses.length - 1)]!
    console.error(`The connection was lost. Trying again in ${seconds} s.`)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

/** One connection, until it is lost. */
async function follow(
  { url }: Settings,
  call: Call,
  place: Place,
  print: (event: Fields) => void,
): Promise<void> {
  // With a ticket, the address holds nothing that is worth anything afterwards.
  const { ticket } = await call('live.createTicket', {})
  // Node 20 has none of its own.
  const Socket = globalThis.WebSocket ?? (await import('ws')).WebSocket
  const socket = new Socket(`${url.replace(/^http/, 'ws')}/api/ws?ticket=${String(ticket)}`)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ type: 'subscribe', topics: place.topics, cursor: place.cursor })),
    )
    socket.addEventListener('message', ({ data }) => {
      const message: unknown = JSON.parse(String(data))
      if (!isFields(message)) return
      if (message.type === 'error') {
        reject(new Failure(clean(String(message.message))))
        socket.close()
      } else if (message.type === 'subscribed') {
        place.cursor = String(message.cursor)
        console.error(`Watching ${place.topics.join(', ')}. Stop with Ctrl+C.`)
      } else if (message.type === 'event' && isFields(message.event)) {
        place.cursor = String(message.event.cursor)
        print(message.event)
      }
    })
    socket.addEventListener('close', ({ code, reason }) => {
      if (final.includes(code)) return reject(new Failure(clean(reason)))
      if (code === tooSlow) place.cursor = reason
      resolve()
    })
  })
}

/** `12:04:31  Scout (for Ada)  task.completed  WEB-3  Fix it` */
function line({ at, actor, type, subject, data }: Fields): string {
  const who = isFields(actor) ? actor : {}
  const by = isFields(who.onBehalfOf)
    ? `${String(who.name)} (for ${String(who.onBehalfOf.name)})`
    : String(who.name)
  const key = isFields(subject) && subject.key !== null ? String(subject.key) : ''
  const { title, name, changes } = isFields(data) ? data : {}
  const what = title ?? name ?? (isFields(changes) ? Object.keys(changes).join(', ') : '')
  const parts = [String(at).slice(11, 19), by, String(type), key, String(what)]
  return parts.filter(Boolean).map(clean).join('  ')
}
