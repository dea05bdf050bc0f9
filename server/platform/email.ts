import fs from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { newId } from './ids.ts'
import { GiveUp } from './give-up.ts'
import type { Log } from './log.ts'

export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** The URL with which the recipient's email client turns such emails off in one click. */
  unsubscribe?: string
}

/** The transport for emails. Operations call `queueEmail` instead, because a mail server may be slow or unreachable. */
export interface EmailSender {
  send(email: Email): Promise<void>
  /** Sends an email now and returns the exact response or error, for an operator who tests the configuration. */
  trySend(email: Email): Promise<EmailTrial>
  close(): void
}

export interface EmailTrial {
  isSent: boolean
  /** The response of the email server, or the error. */
  response: string
}

/** Opens SMTP if SMTP_URL is set. Otherwise emails are saved to a folder in which the operator can read them. */
export function openEmailSender(config: Config, log: Log): EmailSender {
  return config.SMTP_URL
    ? smtp(config.SMTP_URL, config)
    : outbox(path.join(config.DATA_DIR, 'outbox'), config, log)
}

// Loaded with the first email, because a start sends none.
const library = () => import('nodemailer')

/** Rejects input that would add a recipient or inject a header. */
export function checkHeaders({ to, subject }: Pick<Email, 'to' | 'subject'>): void {
  if (!/^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(to))
    throw new GiveUp('The email has an invalid recipient.')
  if (/[\r\n]/.test(subject)) throw new GiveUp('The subject of the email has more than one line.')
}

function smtp(url: string, config: Config): EmailSender {
  const second = 1000
  const open = async () =>
    (await library()).createTransport({
      url,
      pool: true,
      dnsTimeout: 5 * second,
      connectionTimeout: 5 * second,
      greetingTimeout: 5 * second,
      socketTimeout: 10 * second,
    })
  let opened: ReturnType<typeof open> | undefined
  const transport = () => (opened ??= open())
  return {
    async send(email) {
      const message = messageOf(email, config)
      const pool = await transport()
      await pool.sendMail(message).catch((error: unknown) => {
        throw withoutContent(error as SmtpError)
      })
    },
    async trySend(email) {
      try {
        const { response } = await (await transport()).sendMail(messageOf(email, config))
        return { isSent: true, response }
      } catch (error) {
        const { response, message } = error as SmtpError
        return { isSent: false, response: response ?? message }
      }
    },
    close: () => void opened?.then((pool) => pool.close()),
  }
}

function outbox(folder: string, config: Config, log: Log): EmailSender {
  const sender: EmailSender = {
    async send(email) {
      const { createTransport } = await library()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(messageOf(email, config))
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.eml`
      const unfinished = path.join(folder, `.${name}`)
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      await fs.writeFile(unfinished, message as Buffer, { mode: 0o600, flag: 'wx', flush: true })
      await fs.rename(unfinished, path.join(folder, name))
      log.info({ file: path.join(folder, name) }, 'SMTP_URL is not set, so the email was saved to the outbox')
    },
    async trySend(email) {
      await sender.send(email)
      return {
        isSent: true,
        response: `SMTP_URL is not set, so the email was saved in the folder ${folder}.`,
      }
    },
    close() {},
  }
  return sender
}

function messageOf(email: Email, { MAIL_FROM }: Config) {
  checkHeaders(email)
  return {
    from: MAIL_FROM,
    subject: email.subject,
    text: email.text,
    html: email.html,
    // An object is always a single recipient. A string would be parsed as a list.
    to: { name: '', address: email.to },
    // RFC 3834: suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(email) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Returns the headers for one-click unsubscribe (RFC 8058). */
function listHeaders({ unsubscribe }: Email): Record<string, string> {
  if (unsubscribe === undefined) return {}
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  /** The whole response of the server. */
  response?: string
}

/** Drops the server's response, which may repeat the address or the text: the message of this error is logged. */
function withoutContent({ code = 'unknown', responseCode }: SmtpError): Error {
  if (responseCode === undefined) return new Error(`The mail server can't be used (${code}).`)
  const reason = `The mail server responded with ${responseCode} (${code}).`
  // RFC 5321, section 4.2.1: a 5yz reply to this message is permanent. After a failed login, the operator can fix it.
  const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return isFinal ? new GiveUp(reason) : new Error(reason)
}
