import { sql } from '../server/database/sql.ts'
import { randomUUID } from 'node:crypto'
import type { InputOf } from '../server/assembly/client.ts'
import type { Person } from './harness.ts'
import { mailAbout } from './mail-about.ts'
import { tokenIn } from './partners/mail.ts'
import type { ServerWithMail } from './with-mail.ts'

/** Returns an email address without an account. */
export function newAddress(name: string): string {
  return `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
}

/** Returns the token in the next invitation email to this address. */
export async function invitationTokenFor({ mails }: ServerWithMail, email: string): Promise<string> {
  return tokenIn(await mailAbout(mails, email, /invites you/))
}

/** Invites a person. Returns the id and the token from the email. */
export async function invite(
  server: ServerWithMail,
  { call }: Person,
  input: InputOf<'invitations.create'>,
): Promise<{ id: string; token: string }> {
  const { id } = await call('invitations.create', input)
  return { id, token: await invitationTokenFor(server, input.email) }
}

/** Expires an invitation, `days` ago. */
export async function expire({ app }: ServerWithMail, id: string, days = 0): Promise<void> {
  await app.database.run(
    sql`update invitations set expires_at = now() - interval '1 second' - ${days} * interval '1 day'
      where id = ${id}`,
  )
}

export function accept({ call }: Person, invitation: string, token?: string) {
  return call('invitations.accept', { invitation, ...(token && { token }) })
}

/** Returns the role of the second person in the first one's organization. */
export async function roleIn({ app }: ServerWithMail, { organization }: Person, { user }: Person) {
  const [membership] = await app.database.run<{ role: string }>(
    sql`select role from memberships where organization_id = ${organization.id} and user_id = ${user.id}`,
  )
  return membership?.role
}

/** Returns the slug and the role for each team of a person. */
export async function teamsOf({ app }: ServerWithMail, { user }: Person) {
  const rows = await app.database.run<{ slug: string; role: string }>(
    sql`select slug, role from team_members join teams on teams.id = team_id where user_id = ${user.id}`,
  )
  return rows.map(({ slug, role }) => [slug, role])
}
