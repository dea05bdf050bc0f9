import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { type CallingOrganization, type Named, userActor } from '../../operations/caller.ts'
import { anyone } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { toSlug } from '../../platform/names.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { startSession } from './login-session.ts'
import { SignedInAnswer, email, newPassword } from './user.ts'

export const register = operation({
  id: 'accounts.register',
  summary: 'Create an account and an organization of its own, and sign in.',
  http: 'POST /api/auth/register',
  access: anyone,
  created: true,
  limit: { account: (input) => input.email },
  input: z.object({
    email,
    password: newPassword,
    name: z.string().trim().min(1).max(120).describe('How others see you.'),
    organization: z.string().trim().min(1).max(120).optional().describe('The name of your organization.'),
  }),
  output: SignedInAnswer,
  prepare: async (_asking, input) => ({ passwordHash: await hashPassword(input.password) }),
}).run(async (ctx, input) => {
  await requireOpenRegistration(ctx)
  const user = await insertUser(ctx, { ...input, passwordHash: ctx.passwordHash })
  const organization = await createOrganization(
    ctx,
    user,
    input.organization ?? `${input.name}'s organization`,
  )
  ctx.record({
    type: 'user.registered',
    subject: { kind: 'user', id: user.id, key: user.username },
    organizationId: organization.id,
    privateTo: user.id,
    actor: userActor(user),
  })
  return { ...(await startSession(ctx, user, organization.id)), user, organization }
})

async function requireOpenRegistration(ctx: Context): Promise<void> {
  const [setting] = await ctx.db.run<{ value: boolean }>(
    `select value from settings where key = 'registration.open'`,
  )
  if (setting?.value === false) refuse('registration_closed')
}

async function insertUser(ctx: Context, given: { email: string; name: string; passwordHash: string }) {
  const id = newId()
  const role = await roleOfNewcomer(ctx, given.email)
  for (const username of usernames(given.email)) {
    const [user] = await ctx.db.run<{ id: string }>(
      `insert into users (id, email, username, name, password_hash, role) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing returning id`,
      [id, given.email, username, given.name, given.passwordHash, role],
    )
    if (user) return { id, email: given.email, username, name: given.name, role }
    const [taken] = await ctx.db.run('select 1 from users where lower(email) = lower($1)', [given.email])
    if (taken) refuse('already_taken', { field: 'e-mail address', value: given.email })
  }
  throw new Error('No username was free.')
}

/** On an empty instance the first account administers it, unless ADMIN_EMAIL names who does. */
async function roleOfNewcomer(ctx: Context, address: string): Promise<'user' | 'admin'> {
  const { ADMIN_EMAIL } = ctx.app.config
  if (ADMIN_EMAIL) return address.toLowerCase() === ADMIN_EMAIL.toLowerCase() ? 'admin' : 'user'
  // Of two first accounts at the same moment, one waits here for the other.
  await ctx.db.run('select pg_advisory_xact_lock(7264829002)')
  const [somebody] = await ctx.db.run('select 1 from users limit 1')
  return somebody ? 'user' : 'admin'
}

function* usernames(address: string): Generator<string> {
  const base = toSlug(address.split('@')[0]!) || 'user'
  yield base
  for (let attempt = 0; attempt < 20; attempt++) yield `${base}-${newId().slice(-5)}`
}

async function createOrganization(ctx: Context, owner: Named, name: string): Promise<CallingOrganization> {
  const id = newId()
  const slug = await insertOrganization(ctx, id, name)
  await ctx.db.run(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'owner')`, [
    id,
    owner.id,
  ])
  await ctx.db.run('update users set last_organization_id = $2 where id = $1', [owner.id, id])
  ctx.record({
    type: 'organization.created',
    subject: { kind: 'organization', id, key: slug },
    organizationId: id,
    actor: userActor(owner),
  })
  return { id, slug, name, role: 'owner' }
}

async function insertOrganization(ctx: Context, id: string, name: string): Promise<string> {
  const base = toSlug(name) || 'organization'
  for (const slug of [base, `${base}-${id.slice(-5)}`, `${base}-${id.slice(-12)}`]) {
    const inserted = await ctx.db.run(
      'insert into organizations (id, slug, name) values ($1, $2, $3) on conflict do nothing returning id',
      [id, slug, name],
    )
    if (inserted.length === 1) return slug
  }
  throw new Error('No address was free for the organization.')
}
