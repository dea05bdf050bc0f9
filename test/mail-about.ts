import type { Mailbox, ReceivedMail } from './partners/mail.ts'

/** Returns the next email to this address with this subject. Skips emails with other subjects. */
export async function mailAbout(mailbox: Mailbox, to: string, subject: RegExp): Promise<ReceivedMail> {
  for (;;) {
    const mail = await mailbox.next(to)
    if (subject.test(mail.subject)) return mail
  }
}
