import { randomUUID } from 'node:crypto'
import type { InputOf } from '../server/operations/client.ts'
import type { Person } from './harness.ts'
import { mailAbout } from './mail-about.ts'
import { tokenIn } from './partners/mail.ts'
import type { ServerWithMail } from './with-mail.ts'

/** An address that nobody has an account with. */
export function newAddress(name: string): string {
  return `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
}

/** The secret in the next mail that invites this address. */
export async function secretFor({ mails }: ServerWithMail, email: string): Promise<string> {
  return tokenIn(await mailAbout(mails, email, /invites you/))
}

/** Invites somebody, and answers what both sides have of it. */
export async function invite(
  server: ServerWithMail,
  { call }: Person,
  wanted: InputOf<'invitations.create'>,
): Promise<{ id: string; token: string }> {
  const { id } = await call('invitations.create', wanted)
  return { id, token: await secretFor(server, wanted.email) }
}

/** Lets the time of an invitation run out. */
export async function expire({ app }: ServerWithMail, id: string, days = 0): Promise<void> {
  await app.database.run(
    `update invitations set expires_at = now() - interval '1 second' - $2 * interval '1 day' where id = $1`,
    [id, days],
  )
}
