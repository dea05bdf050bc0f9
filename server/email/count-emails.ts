import type { EmailSender } from '../platform/email.ts'
import type { Metrics } from '../platform/metrics.ts'

/** Counts the emails that the email server accepts and rejects. */
export function countEmails(
  sender: EmailSender,
  { emailAttempts }: Pick<Metrics, 'emailAttempts'>,
): EmailSender {
  const count = (isSent: boolean) => emailAttempts.inc({ outcome: isSent ? 'sent' : 'failed' })
  return {
    async send(email) {
      await sender.send(email).catch((error: unknown) => {
        count(false)
        throw error
      })
      count(true)
    },
    async trySend(email) {
      const trial = await sender.trySend(email)
      count(trial.isSent)
      return trial
    },
    close: () => sender.close(),
  }
}
