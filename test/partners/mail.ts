import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Receives the emails of a test. */
export interface Mailbox {
  /** Waits for the next unread email to this address. */
  next(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

export interface TestMailServer extends Mailbox {
  /** The value for SMTP_URL. */
  url: string
  /** Rejects the next messages with these codes, one each. */
  rejectNext(...codes: number[]): void
}

/** A parsed email and its source. */
export interface ReceivedMail {
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers: Email['headers']
  raw: string
}

/** Returns the code, which is alone on its line. */
export function codeIn({ text }: ReceivedMail): string {
  return found(/^(\d{6})$/m, text)
}

export function linkIn({ text }: ReceivedMail): URL {
  return new URL(found(/^(https?:\S+)$/m, text))
}

/** Returns the secret from the fragment of an email's link, which no server receives. */
export function tokenIn(mail: ReceivedMail): string {
  return new URLSearchParams(linkIn(mail).hash.slice(1)).get('token')!
}

/** Starts a local mail server on the given port, by default on a free one. */
export async function startMailServer(at = 0): Promise<TestMailServer> {
  const { arrived, next } = createMailbox()
  const rejections: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    onData(stream, session, done) {
      const [recipient] = session.envelope.rcptTo
      const receive = async () => {
        const mail = await parse(await buffer(stream))
        const code = rejections.shift()
        // Repeats the address, as real mail servers do. Baton must not log it.
        if (code) throw Object.assign(new Error(`<${recipient!.address}> not now`), { responseCode: code })
        arrived(mail)
      }
      receive().then(() => done(), done)
    },
  })
  // Ignores clients that hang up.
  server.on('error', () => {})
  await once(server.listen(at, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    next,
    rejectNext: (...codes) => void rejections.push(...codes),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Watches the folder into which a server without SMTP writes its emails. */
export async function watchOutbox(dataFolder: string): Promise<Mailbox> {
  const { arrived, next } = createMailbox()
  const folder = path.join(dataFolder, 'outbox')
  fs.mkdirSync(folder, { recursive: true })
  const seen = new Set<string>()
  const look = () => {
    for (const name of fs
      .readdirSync(folder)
      .filter((file) => file.endsWith('.eml') && !file.startsWith('.'))) {
      if (seen.has(name)) continue
      seen.add(name)
      void parse(fs.readFileSync(path.join(folder, name))).then(arrived)
    }
  }
  const watcher = fs.watch(folder, look)
  look()
  return { next, close: async () => watcher.close() }
}

function createMailbox() {
  const waiting: ReceivedMail[] = []
  const readers: { to: string; deliver: (mail: ReceivedMail) => void }[] = []
  return {
    arrived(mail: ReceivedMail) {
      const reader = readers.findIndex(({ to }) => to === mail.to)
      if (reader === -1) waiting.push(mail)
      else readers.splice(reader, 1)[0]!.deliver(mail)
    },
    async next(to: string): Promise<ReceivedMail> {
      const place = waiting.findIndex((mail) => mail.to === to)
      if (place !== -1) return waiting.splice(place, 1)[0]!
      return new Promise((resolve, reject) => {
        const others = () => waiting.map((mail) => mail.to).join(', ') || 'none'
        const missing = () =>
          reject(new Error(`No email to ${to} has arrived. Unread emails to: ${others()}.`))
        const timer = setTimeout(missing, 60_000)
        const deliver = (mail: ReceivedMail) => {
          clearTimeout(timer)
          resolve(mail)
        }
        readers.push({ to, deliver })
      })
    },
  }
}

async function parse(raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  return {
    to: mail.to?.[0]?.address ?? '',
    from: `${mail.from?.name} <${mail.from?.address}>`,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers,
    raw: raw.toString(),
  }
}

function found(pattern: RegExp, text: string): string {
  const [, value] = pattern.exec(text) ?? []
  if (value === undefined) throw new Error(`The email does not match ${String(pattern)}:\n${text}`)
  return value
}
