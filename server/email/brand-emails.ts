import type { SettingsCache } from '../operations/settings-cache.ts'
import type { Email, EmailSender } from '../platform/email.ts'
import { themeShades } from '../platform/theme-shades.ts'
import { paintEmail } from './email.ts'

/** Paints every email in the theme color at the time of sending, so that no template has to know it. */
export function brandEmails(sender: EmailSender, settings: SettingsCache): EmailSender {
  const painted = (email: Email): Email => ({
    ...email,
    html: paintEmail(email.html, themeShades(settings.get('instance.color'))),
  })
  return {
    send: (email) => sender.send(painted(email)),
    trySend: (email) => sender.trySend(painted(email)),
    close: () => sender.close(),
  }
}
