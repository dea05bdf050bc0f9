import type { Mailbox, ReceivedMail } from './partners/mail.ts'

/** The next mail to this address on this subject; what came before it on others is passed over. */
export async function mailAbout(mailbox: Mailbox, to: string, subject: RegExp): Promise<ReceivedMail> {
  for (;;) {
    const mail = await mailbox.next(to)
    if (subject.test(mail.subject)) return mail
  }
}
