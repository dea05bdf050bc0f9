import { type Engine, type Person, type TestServer, startTestServer } from './harness.ts'
import { type MailServer, type ReceivedMail, startMailServer } from './partners/mail.ts'

export interface ServerWithMail extends TestServer {
  mails: MailServer
  /** Somebody who has registered and has the mail that this sent. */
  newcomer(name: string): Promise<{ person: Person; welcome: ReceivedMail }>
}

/** A server whose mails arrive at a real mail server. */
export async function startWithMail(
  engine: Engine,
  environment: Record<string, string> = {},
): Promise<ServerWithMail> {
  const mails = await startMailServer()
  const server = await startTestServer(engine, { SMTP_URL: mails.url, ...environment }, { jobs: true })
  return {
    ...server,
    mails,
    async newcomer(name) {
      const person = await server.register(name)
      return { person, welcome: await mails.next(person.email) }
    },
    async stop() {
      await server.stop()
      await mails.close()
    },
  }
}

/** Of many at the same time, how many succeeded; whatever failed must have failed with this code. */
export async function successes<Answer>(attempts: Promise<Answer>[], failure: string): Promise<Answer[]> {
  const settled = await Promise.allSettled(attempts)
  for (const each of settled) {
    if (each.status === 'rejected' && (each.reason as { code?: string }).code !== failure) throw each.reason
  }
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}
