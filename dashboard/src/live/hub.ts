import type { ActivityEvent } from '../client.ts'
import type { Bookmark, Follower } from './follow-changes.ts'
import { debounceItems } from './debounce-items.ts'
import { type Present, ownPresence } from './presence.ts'

/** How a connection to the hub ended. */
export interface Ending {
  /** Whether it ever worked. A proxy may let no WebSocket through. */
  worked: boolean
  code: number
}

/** What the hub says. What else it may say one day is not for this page. */
type Message =
  | { type: 'welcome'; heartbeat: number }
  | { type: 'subscribed'; cursor: string }
  | { type: 'event'; event: ActivityEvent }
  | { type: 'presence'; topic: string; people: Present[] }
  | { type: 'error'; code: string }
  | { type: 'pong' }

const topics = ['organization', 'me']
/** How long an answer may take, until it counts as none. */
const patience = 10_000
const noSignOfLife = 4408

/** Follows the organization through one WebSocket, for as long as that lasts. */
export function listenToHub(
  signal: AbortSignal,
  ticket: string,
  bookmark: Bookmark,
  follower: Follower,
): Promise<Ending> {
  const address = new URL(`/api/ws?ticket=${encodeURIComponent(ticket)}`, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  return new Promise((resolve) => {
    const socket = new WebSocket(address)
    const news = debounceItems(follower.onEvents)
    const over = new AbortController()
    const options = { signal: over.signal }
    let worked = false
    let heartbeat: ReturnType<typeof setInterval> | undefined
    let waiting: ReturnType<typeof setTimeout> | undefined

    const end = (code: number) => {
      if (over.signal.aborted) return
      over.abort()
      quietStanding()
      clearInterval(heartbeat)
      clearTimeout(waiting)
      // What has come has come: the bookmark is behind it already.
      news.flush()
      // The browser complains of one that is closed before it is open.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
      else socket.close()
      resolve({ worked, code })
    }
    /** Whoever does not answer is not there, whatever the network says. */
    const expectAnswer = () => (waiting ??= setTimeout(() => end(noSignOfLife), patience))
    const say = (message: object) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    }
    const sayStanding = () => say({ type: 'presence', ...ownPresence.get() })
    const knock = () => {
      say({ type: 'ping' })
      expectAnswer()
    }
    const quietStanding = ownPresence.subscribe(() => worked && sayStanding())

    const hear = (message: Message) => {
      if (message.type === 'welcome') heartbeat = setInterval(knock, message.heartbeat * 1000)
      if (message.type === 'subscribed') {
        worked = true
        if (bookmark.cursor === 'latest') bookmark.cursor = message.cursor
        follower.onConnection('hub')
        sayStanding()
      }
      if (message.type === 'event') {
        bookmark.cursor = message.event.cursor
        news.add(message.event)
      }
      if (message.type === 'presence' && message.topic.startsWith('organization'))
        follower.onPresence(message.people)
      if (message.type === 'error' && /^(cursor_expired|invalid_cursor)$/.test(message.code)) {
        bookmark.cursor = 'latest'
        follower.onGap()
        end(1000)
      }
    }

    expectAnswer()
    socket.addEventListener(
      'open',
      () => {
        const { cursor } = bookmark
        say({ type: 'subscribe', topics, ...(cursor !== 'latest' && { cursor }) })
      },
      options,
    )
    socket.addEventListener(
      'message',
      ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as Message
        // A greeting is not enough: it works once nothing is missed any more.
        if (worked || message.type === 'subscribed') {
          clearTimeout(waiting)
          waiting = undefined
        }
        hear(message)
      },
      options,
    )
    socket.addEventListener('close', ({ code }) => end(code), options)
    window.addEventListener('online', knock, options)
    window.addEventListener('offline', knock, options)
    signal.addEventListener('abort', () => end(1000), options)
    if (signal.aborted) end(1000)
  })
}
