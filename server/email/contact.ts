import type { AppLink } from './app-link.ts'
import { type Content, renderEmail } from './email.ts'

interface ContactEmail {
  instance: string
  name: string
  address: string
  subject: string
  message: string
  /** The page with all messages. */
  link: AppLink
}

/** Goes to the support address of the instance. A stranger wrote the text, so it is quoted as such. */
export function contactReceived({ instance, name, address, subject, message, link }: ContactEmail): Content {
  return renderEmail({
    instance,
    subject: `Contact form: ${subject}`,
    parts: [
      `${name} (${address}) wrote with the contact form. The address is not verified.`,
      ...message.split(/\n+/).filter((paragraph) => paragraph.trim() !== ''),
      { button: 'Open messages', link },
    ],
    why: `You received this email because it is the support address of ${instance}.`,
  })
}
