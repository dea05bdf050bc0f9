import { type Content, renderEmail } from './email.ts'

/** The email with which an administrator tests the email configuration. */
export function testMessage({ instance, by }: { instance: string; by: string }): Content {
  return renderEmail({
    instance,
    subject: `Test email from ${instance}`,
    parts: [`The email configuration of ${instance} works: this test email reached you.`],
    why: `You received this email because ${by} tested the email configuration of ${instance}.`,
  })
}
