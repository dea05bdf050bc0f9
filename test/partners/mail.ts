import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Where the mails of a test arrive. */
export interface Mailbox {
  /** The next mail to this address that was not taken yet; waits for it. */
  next(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

export interface TestMailServer extends Mailbox {
  /** For SMTP_URL. */
  url: string
  /** Answers the next messages with these codes, one each, in place of accepting them. */
  refuse(...codes: number[]): void
}

/** As a mail program shows it, and as it came. */
export interface ReceivedMail {
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers: Email['headers']
  raw: string
}

/** The code that stands alone on a line. */
export function codeIn({ text }: ReceivedMail): string {
  return found(/^(\d{6})$/m, text)
}

export function linkIn({ text }: ReceivedMail): URL {
  return new URL(found(/^(https?:\S+)$/m, text))
}

/** The secret in a mail's link, which no server gets to see. */
export function tokenIn(mail: ReceivedMail): string {
  return new URLSearchParams(linkIn(mail).hash.slice(1)).get('token')!
}

/** A mail server on this machine, at a free port unless told. */
export async function startMailServer(at = 0): Promise<TestMailServer> {
  const { arrived, next } = createMailbox()
  const refusals: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    onData(stream, session, done) {
      const [recipient] = session.envelope.rcptTo
      const receive = async () => {
        const mail = await parse(await buffer(stream))
        const code = refusals.shift()
        // It repeats the address, as mail servers do: no log may.
        if (code) throw Object.assign(new Error(`<${recipient!.address}> not now`), { responseCode: code })
        arrived(mail)
      }
      receive().then(() => done(), done)
    },
  })
  // A client that hangs up is no fault of the test's.
  server.on('error', () => {})
  await once(server.listen(at, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    next,
    refuse: (...codes) => void refusals.push(...codes),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The folder in which a server without a mail server puts its mails. */
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
  const readers: { to: string; take: (mail: ReceivedMail) => void }[] = []
  return {
    arrived(mail: ReceivedMail) {
      const reader = readers.findIndex(({ to }) => to === mail.to)
      if (reader === -1) waiting.push(mail)
      else readers.splice(reader, 1)[0]!.take(mail)
    },
    async next(to: string): Promise<ReceivedMail> {
      const place = waiting.findIndex((mail) => mail.to === to)
      if (place !== -1) return waiting.splice(place, 1)[0]!
      return new Promise((resolve, reject) => {
        const others = () => waiting.map((mail) => mail.to).join(', ') || 'none'
        const missing = () => reject(new Error(`No mail to ${to} has arrived. Not taken yet: ${others()}.`))
        const timer = setTimeout(missing, 60_000)
        const take = (mail: ReceivedMail) => {
          clearTimeout(timer)
          resolve(mail)
        }
        readers.push({ to, take })
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
  if (value === undefined) throw new Error(`The mail holds no ${String(pattern)}:\n${text}`)
  return value
}
