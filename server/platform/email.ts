import fs from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { newId } from './ids.ts'
import { GiveUp } from './jobs.ts'
import type { Log } from './log.ts'

export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** Where whoever gets it switches such mails off, with one click of their mail program. */
  unsubscribe?: string
}

/** Operations do not send mails, they queue them (`queueMail`): a mail server may be slow, or away. */
export interface EmailSender {
  send(mail: Email): Promise<void>
  close(): void
}

/** Over SMTP where SMTP_URL says so, and otherwise into a folder, where its operator finds what would have been sent. */
export function openEmailSender(config: Config, log: Log): EmailSender {
  return config.SMTP_URL
    ? smtp(config.SMTP_URL, config)
    : outbox(path.join(config.DATA_DIR, 'outbox'), config, log)
}

/** Throws where a mail would have a header or a recipient that nobody wrote. */
export function checkHeaders({ to, subject }: Pick<Email, 'to' | 'subject'>): void {
  if (!/^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(to))
    throw new GiveUp('The mail has no proper recipient.')
  if (/[\r\n]/.test(subject)) throw new GiveUp('The subject of the mail has more than one line.')
}

function smtp(url: string, config: Config): EmailSender {
  const second = 1000
  const transport = createTransport({
    url,
    pool: true,
    dnsTimeout: 5 * second,
    connectionTimeout: 5 * second,
    greetingTimeout: 5 * second,
    socketTimeout: 10 * second,
  })
  return {
    async send(mail) {
      const message = messageOf(mail, config)
      await transport.sendMail(message).catch((error: unknown) => {
        throw withoutContent(error as SmtpError)
      })
    },
    close: () => transport.close(),
  }
}

function outbox(folder: string, config: Config, log: Log): EmailSender {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, config))
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.eml`
      const unfinished = path.join(folder, `.${name}`)
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      await fs.writeFile(unfinished, message as Buffer, { mode: 0o600, flag: 'wx', flush: true })
      await fs.rename(unfinished, path.join(folder, name))
      log.info({ file: path.join(folder, name) }, 'SMTP_URL is not set: the mail is in the outbox')
    },
    close() {},
  }
}

function messageOf(mail: Email, { MAIL_FROM }: Config) {
  checkHeaders(mail)
  return {
    ...{ from: MAIL_FROM, subject: mail.subject, text: mail.text, html: mail.html },
    // As an object it is one recipient, whatever it holds.
    to: { name: '', address: mail.to },
    // RFC 3834: keeps notes of absence from coming back.
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058: one click in the mail program, and no page to look for. */
function listHeaders({ unsubscribe }: Email): Record<string, string> {
  if (unsubscribe === undefined) return {}
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
}

/** What a mail server answers may repeat the address or the text, and reasons are logged. */
function withoutContent({ code = 'unknown', responseCode }: SmtpError): Error {
  if (responseCode === undefined) return new Error(`The mail server cannot be used (${code}).`)
  const reason = `The mail server answered with ${responseCode} (${code}).`
  // RFC 5321, 4.2.1: for this message a 5 is final. About a login it says that the operator has something to mend.
  const final = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return final ? new GiveUp(reason) : new Error(reason)
}
