import type { AppLink } from './app-link.ts'
import { type Content, write } from './email.ts'

/* What people are told of because it concerns their work. They chose to be, and each mail says how to choose otherwise. */

export interface EmailedNotification {
  title: string
  /** How what was said begins. */
  said: string | null
  link: AppLink
}

interface Telling {
  instance: string
  things: EmailedNotification[]
  /** How many more there are than the mail names. */
  more: number
  /** Where the others are. */
  list: AppLink
  /** Where one chooses what is mailed. */
  settings: AppLink
  unsubscribe: AppLink
}

/** Soon after it happened. */
export function immediateEmail(telling: Telling): Content {
  const [first] = telling.things
  const count = telling.things.length + telling.more
  const subject = count === 1 ? withoutStop(first!.title) : `${count} things for you`
  return letter(telling, `${subject} on ${telling.instance}`, 'to be told at once')
}

/** What was not read since the last one. */
export function digest(telling: Telling): Content {
  const count = telling.things.length + telling.more
  const subject = `Your digest of ${telling.instance}: ${count === 1 ? 'one thing' : `${count} things`} not read yet`
  return letter(telling, subject, 'a digest')
}

function letter(telling: Telling, subject: string, chosen: string): Content {
  const { instance, things, more, list, settings, unsubscribe } = telling
  return write({
    instance,
    subject,
    parts: [
      ...things.map(({ title, said, link }) => ({ thing: title, said, link })),
      ...(more > 0 ? [`And ${more} more.`] : []),
      ...(things.length + more > 1 ? [{ button: 'See all of them', link: list }] : []),
      { thing: 'Choose what is mailed to you, or switch these mails off:', said: null, link: settings },
    ],
    why: `You get this mail because it concerns you, and you chose ${chosen} on ${instance}, or never chose otherwise.`,
    unsubscribe,
  })
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
