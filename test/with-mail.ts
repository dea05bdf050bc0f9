import type { StartOptions } from '../server/start.ts'
import {
  type Engine,
  type Person,
  type TestServer,
  defaultEngine,
  forStory,
  oneEngine,
  startOwnServer,
} from './harness.ts'
import { type Gotrue, startGotrue } from './partners/gotrue.ts'
import { type TestMailServer, type ReceivedMail, startMailServer, tokenIn } from './partners/mail.ts'
import { shared } from './shared.ts'

/** The backend that stores passwords and sends codes and links. */
export type Backend = 'built-in' | 'external'

/** The combinations on which a sign-in story runs. The external backend doesn't depend on the database engine. */
export const stages: { engine: Engine; backend: Backend }[] = [
  ...oneEngine.map((engine) => ({ engine, backend: 'built-in' as const })),
  { engine: defaultEngine, backend: 'external' },
]

export interface ServerWithMail extends TestServer {
  mails: TestMailServer
  /** The external backend, if there is one. */
  gotrue: Gotrue | null
  /** Registers a user, and returns them with the email that this sent. */
  newcomer(name: string): Promise<{ person: Person; welcome: ReceivedMail }>
  /** Registers a user who has followed the link in that email. */
  verified(name: string): Promise<Person>
}

/**
 * Returns the server that all stories of this process share, with a real mail server. With settings it starts a new
 * server, as `startOwnWithMail` does.
 */
export async function startWithMail(
  engine: Engine = defaultEngine,
  environment: Record<string, string> = {},
  backend: Backend = 'built-in',
  options?: StartOptions,
): Promise<ServerWithMail> {
  if (options || Object.keys(environment).length > 0)
    return startOwnWithMail(engine, environment, backend, options)
  const server = await shared(`${engine}, mails, ${backend}`, async () => {
    const own = await startOwnWithMail(engine, {}, backend)
    const { email } = await own.register('Administrator')
    await own.mails.next(email)
    return own
  })
  return withNewcomers(await forStory(server))
}

/** Starts a server on a new instance, with a mail server. */
export async function startOwnWithMail(
  engine: Engine = defaultEngine,
  environment: Record<string, string> = {},
  backend: Backend = 'built-in',
  options: StartOptions = { jobs: true },
): Promise<ServerWithMail> {
  const mails = await startMailServer()
  const gotrue = backend === 'external' ? await startGotrue(mails.url) : null
  const settings = { SMTP_URL: mails.url, ...gotrue?.environment, ...environment }
  const server = await startOwnServer(engine, settings, options)
  return withNewcomers({
    ...server,
    mails,
    gotrue,
    async stop() {
      await server.stop()
      await gotrue?.close()
      await mails.close()
    },
  })
}

export function withNewcomers(server: TestServer & Pick<ServerWithMail, 'mails' | 'gotrue'>): ServerWithMail {
  const newcomer = async (name: string) => {
    const person = await server.register(name)
    return { person, welcome: await server.mails.next(person.email) }
  }
  return {
    ...server,
    newcomer,
    async verified(name) {
      const { person, welcome } = await newcomer(name)
      await person.call('accounts.verifyEmail', { token: tokenIn(welcome) })
      return person
    },
  }
}

/** Returns the results of the concurrent attempts that succeeded. The others must have failed with this code. */
export async function successes<Result>(attempts: Promise<Result>[], failure: string): Promise<Result[]> {
  const settled = await Promise.allSettled(attempts)
  for (const each of settled) {
    if (each.status === 'rejected' && (each.reason as { code?: string }).code !== failure) throw each.reason
  }
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}
