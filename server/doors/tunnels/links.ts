import type { App } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import { type MuxStream, Multiplexer } from '../../platform/multiplexer.ts'
import { type FrameBatch, batchKinds, consumeFrames, insertFrames, maxRows } from './frame-rows.ts'
import { LinkTransport } from './link-transport.ts'

/** The machines of this node, as links see them. */
export interface LinkHost {
  connectionIds(): string[]
  hasConnection(id: string): boolean
  /** Serves a stream that another node opened to a machine of this one. */
  serve(connectionId: string, stream: MuxStream): void
}

interface Link {
  transport: LinkTransport
  mux: Multiplexer
  /** The connection of the machine, as the recipient of frames. */
  connectionId: string
  isOpener: boolean
  heardAt: number
  usedAt: number
}

// Notices can be lost, so waiting frames are also polled.
const pollIntervalMs = 1000
const pingIntervalMs = 2000
// The node at the other end has crashed, or can't reach the database.
const timeoutMs = 10_000
const maxIdleMs = 30_000
const maxStreams = 1024

/**
 * Links to the nodes of machines that are not connected to this one. Nodes don't know each other's addresses, so frames
 * go through the database, and the bus announces them. A node has one link to each machine that its clients use.
 */
export class Links {
  readonly #app: App
  readonly #host: LinkHost
  readonly #links = new Map<string, Link>()
  readonly #toRead = new Set<string>()
  #reading: Promise<void> | undefined
  #pingedAt = 0
  #isClosed = false
  readonly #stopListening: (() => void)[]

  constructor(app: App, host: LinkHost) {
    this.#app = app
    this.#host = host
    const timer = setInterval(() => this.#poll(), pollIntervalMs).unref()
    this.#stopListening = [
      app.bus.onFramesWait((recipient) => this.#isRecipient(recipient) && this.#read([recipient])),
      app.bus.onReconnected(() => this.#poll()),
      () => clearInterval(timer),
    ]
  }

  /** Returns the connection to the node of a machine. */
  to(connectionId: string): Multiplexer {
    for (const link of this.#links.values())
      if (link.isOpener && link.connectionId === connectionId && !link.mux.isClosed) return link.mux
    return this.#add(newId(), connectionId, true).mux
  }

  /** Closes the links to a machine of this node that has disconnected. */
  disconnected(connectionId: string): void {
    for (const link of this.#links.values())
      if (!link.isOpener && link.connectionId === connectionId)
        link.mux.close(1000, 'The machine has disconnected.')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const stop of this.#stopListening) stop()
    const open = [...this.#links.values()]
    for (const { mux } of open) mux.close(1012, 'The node is stopping.')
    await Promise.all(open.map(({ transport }) => transport.flushed()))
    await this.#reading
  }

  #add(id: string, connectionId: string, isOpener: boolean): Link {
    const transport = new LinkTransport(this.#app, id, isOpener ? connectionId : id, { isOpener })
    const mux = new Multiplexer(transport, {
      dialer: isOpener,
      maxStreams,
      accept: (stream) => {
        if (isOpener) stream.reset('forbidden', 'Only the node of a client opens streams.')
        else this.#host.serve(connectionId, stream)
      },
    })
    const now = performance.now()
    const link: Link = { transport, mux, connectionId, isOpener, heardAt: now, usedAt: now }
    this.#links.set(id, link)
    void mux.closed.then(() => this.#links.delete(id))
    return link
  }

  #isRecipient(id: string): boolean {
    return this.#links.get(id)?.isOpener === true || this.#host.hasConnection(id)
  }

  #poll(): void {
    const opened = [...this.#links].filter(([, { isOpener }]) => isOpener).map(([id]) => id)
    // A single node has no links.
    if (this.#app.bus.wire()) this.#read([...opened, ...this.#host.connectionIds()])
    const now = performance.now()
    if (now - this.#pingedAt < pingIntervalMs) return
    this.#pingedAt = now
    for (const link of this.#links.values()) {
      if (link.mux.streamCount > 0) link.usedAt = now
      if (now - link.heardAt > timeoutMs) link.mux.close(1011, 'The other node does not respond.')
      else if (link.isOpener && now - link.usedAt > maxIdleMs) link.mux.close(1000, 'The link was idle.')
      else void link.mux.ping().then(() => (link.heardAt = performance.now()))
    }
  }

  #read(recipients: string[]): void {
    for (const id of recipients) this.#toRead.add(id)
    if (this.#toRead.size > 0 && !this.#isClosed) this.#reading ??= this.#readAll()
  }

  /** Reads one batch after the other, so that the frames of a link stay in order. */
  async #readAll(): Promise<void> {
    let recipients: string[] = []
    try {
      while (this.#toRead.size > 0) {
        recipients = [...this.#toRead]
        this.#toRead.clear()
        const batches = await consumeFrames(this.#app.database, recipients)
        for (const batch of batches) this.#receive(batch)
        if (batches.length === maxRows) for (const id of recipients) this.#toRead.add(id)
      }
    } catch (error) {
      this.#app.log.warn({ reason: (error as Error).message }, 'frames from another node could not be read')
      this.#closeAfterLoss(recipients)
    } finally {
      this.#reading = undefined
    }
  }

  /** Closes links whose frames may be deleted although this node never received them. */
  #closeAfterLoss(recipients: string[]): void {
    for (const [id, { isOpener, connectionId, mux }] of this.#links)
      if (recipients.includes(isOpener ? id : connectionId)) mux.close(1011, 'Frames were lost.')
  }

  #receive({ recipient, link: id, kind, frames }: FrameBatch): void {
    const isNew = kind === batchKinds.open && this.#host.hasConnection(recipient)
    const link = this.#links.get(id) ?? (isNew ? this.#add(id, recipient, false) : undefined)
    if (link) link.transport.receive(kind, frames)
    else if (kind !== batchKinds.close) this.#rejectLink(id)
  }

  /** Notifies the other node that this one has closed the link. */
  #rejectLink(id: string): void {
    const { database, bus, log } = this.#app
    insertFrames(database, { recipient: id, link: id, kind: batchKinds.close, frames: [] }).then(
      () => bus.framesWait(id),
      (error: Error) => log.warn({ reason: error.message }, 'a link between two nodes could not be closed'),
    )
  }
}
