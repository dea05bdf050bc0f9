import type { ActivityEvent } from '../client.ts'
import { type FeedPosition, type LiveHandlers, restartAtLatest } from './poll-events.ts'
import { debounceItems } from './debounce-items.ts'
import { type Present, ownPresence } from './presence.ts'

/** The result of a connection to the hub. */
export interface ConnectionResult {
  /** Whether it ever worked. A proxy can block WebSockets. */
  worked: boolean
  code: number
}

/** The hub's messages that this page handles. It ignores others. */
type Message =
  | { type: 'welcome'; heartbeat: number }
  | { type: 'subscribed' }
  | { type: 'event'; event: ActivityEvent }
  | { type: 'presence'; topic: string; people: Present[] }
  | { type: 'error'; code: string }
  | { type: 'pong' }

const topics = ['organization', 'me']
/** The time limit for a response. */
const responseTimeoutMs = 10_000
const timeoutCode = 4408

/** Follows the organization's events from a known position through one WebSocket until it closes. */
export function connectToHub(
  signal: AbortSignal,
  ticket: string,
  position: FeedPosition,
  handlers: LiveHandlers,
): Promise<ConnectionResult> {
  const url = new URL(`/api/ws?ticket=${encodeURIComponent(ticket)}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  return new Promise((resolve) => {
    const socket = new WebSocket(url)
    const events = debounceItems(handlers.onEvents)
    const closed = new AbortController()
    const options = { signal: closed.signal }
    let worked = false
    let heartbeat: ReturnType<typeof setInterval> | undefined
    let responseTimer: ReturnType<typeof setTimeout> | undefined

    const end = (code: number) => {
      if (closed.signal.aborted) return
      closed.abort()
      unsubscribe()
      clearInterval(heartbeat)
      clearTimeout(responseTimer)
      // Passes on received events, because the position is already behind them.
      events.flush()
      // Browsers log an error if a WebSocket is closed before it is open.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
      else socket.close()
      resolve({ worked, code })
    }
    /** Closes the connection if no response arrives, whatever the network reports. */
    const expectResponse = () => (responseTimer ??= setTimeout(() => end(timeoutCode), responseTimeoutMs))
    const send = (message: object) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    }
    const sendPresence = () => send({ type: 'presence', ...ownPresence.get() })
    const ping = () => {
      send({ type: 'ping' })
      expectResponse()
    }
    const unsubscribe = ownPresence.subscribe(() => worked && sendPresence())

    const handle = (message: Message) => {
      if (message.type === 'welcome') heartbeat = setInterval(ping, message.heartbeat * 1000)
      if (message.type === 'subscribed') {
        worked = true
        handlers.onConnection('hub')
        sendPresence()
      }
      if (message.type === 'event') {
        position.cursor = message.event.cursor
        events.add(message.event)
      }
      if (message.type === 'presence' && message.topic.startsWith('organization'))
        handlers.onPresence(message.people)
      if (message.type === 'error' && /^(cursor_expired|invalid_cursor)$/.test(message.code)) {
        restartAtLatest(position)
        end(1000)
      }
    }

    expectResponse()
    socket.addEventListener(
      'open',
      () => send({ type: 'subscribe', topics, cursor: position.cursor }),
      options,
    )
    socket.addEventListener(
      'message',
      ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as Message
        // The connection works once it is subscribed. A greeting isn't enough.
        if (worked || message.type === 'subscribed') {
          clearTimeout(responseTimer)
          responseTimer = undefined
        }
        handle(message)
      },
      options,
    )
    socket.addEventListener('close', ({ code }) => end(code), options)
    window.addEventListener('online', ping, options)
    window.addEventListener('offline', ping, options)
    signal.addEventListener('abort', () => end(1000), options)
    if (signal.aborted) end(1000)
  })
}
