import type { AppLink } from './app-link.ts'
import { type Content, type Draft, renderEmail } from './email.ts'

/* Notifications about work. Users choose which ones they receive, and each email links to that setting. */

export interface EmailedNotification {
  title: string
  /** The beginning of the quoted text. */
  said: string | null
  link: AppLink
  /** Whether the whole text is shown, in the words of the operator. */
  isAnnouncement?: boolean
}

interface NotificationBatch {
  instance: string
  things: EmailedNotification[]
  /** How many further notifications the email does not list. */
  more: number
  /** The page with all notifications. */
  list: AppLink
  /** The page on which users choose what is emailed. */
  settings: AppLink
  unsubscribe: AppLink
}

/** Goes out soon after the event. */
export function immediateEmail(batch: NotificationBatch): Content {
  const [first] = batch.things
  const count = batch.things.length + batch.more
  const subject = count === 1 ? withoutFullStop(first!.title) : `${count} new notifications`
  return notificationEmail(batch, `${subject} on ${batch.instance}`, 'immediate emails')
}

/** Lists the notifications that are still unread since the last digest. */
export function digest(batch: NotificationBatch): Content {
  const count = batch.things.length + batch.more
  const unread = count === 1 ? '1 unread notification' : `${count} unread notifications`
  return notificationEmail(batch, `Your ${batch.instance} digest: ${unread}`, 'digest emails')
}

function notificationEmail(batch: NotificationBatch, subject: string, setting: string): Content {
  const { instance, things, more, list, settings, unsubscribe } = batch
  return renderEmail({
    instance,
    subject,
    parts: [
      ...things.flatMap(describe),
      ...(more > 0 ? [`And ${more} more.`] : []),
      ...(things.length + more > 1 ? [{ button: 'View all notifications', link: list }] : []),
      { item: 'Change which emails you receive, or turn them off:', quote: null, link: settings },
    ],
    why: `You received this email because ${setting} are turned on for your account on ${instance}.`,
    unsubscribe,
  })
}

function describe({ title, said, link, isAnnouncement }: EmailedNotification): Draft['parts'] {
  if (!isAnnouncement) return [{ item: title, quote: said, link }]
  return [title, ...(said ?? '').split(/\n+/).filter((paragraph) => paragraph.trim() !== '')]
}

function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
