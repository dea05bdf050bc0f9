import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { asPerson, asPersonRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { Passkey, type PasskeyRow, fromRow, passkeyName, passkeyRef } from './passkey.ts'
import { reject } from '../../../errors/errors.ts'
import { changeOwn, callingPerson, recordOwn } from '../../../operations/record-own.ts'
import { countSignInMethods } from '../accounts/sign-in-methods.ts'
import { readSecondFactor } from '../second-factor/second-factor.ts'

export const listPasskeys = operation({
  id: 'passkeys.list',
  summary: "List the passkeys of the caller's account.",
  http: 'GET /api/settings/passkeys',
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({}),
  output: pageOf(Passkey),
}).run(async ({ db, user }) => {
  const rows = await db.run<PasskeyRow>(sql`select * from passkeys where user_id = ${user.id} order by id`)
  return { items: rows.map(fromRow), nextCursor: null }
})

export const renamePasskey = operation({
  id: 'passkeys.rename',
  summary: 'Rename a passkey.',
  http: 'PATCH /api/settings/passkeys/:passkey',
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({ passkey: passkeyRef, name: passkeyName }),
  output: Passkey,
}).run(async (ctx, input) => {
  const [before] = await ctx.db.run<PasskeyRow>(
    sql`select * from passkeys where id::text = ${input.passkey} and user_id = ${ctx.user.id} for update`,
  )
  if (!before) reject('not_found', { kind: 'passkey', ref: input.passkey })
  return fromRow(await changeOwn(ctx, passkeyKind, before, { name: input.name }, 'passkey.renamed'))
})

const passkeyKind = { name: 'passkey', table: 'passkeys', key: 'name' } as const

export const deletePasskey = operation({
  id: 'passkeys.delete',
  summary: "Remove a passkey. You can't remove your only sign-in method or your only second factor.",
  http: 'DELETE /api/settings/passkeys/:passkey',
  access: asPersonRecently,
  destructive: true,
  withoutSecondFactor: true,
  input: z.object({ passkey: passkeyRef }),
  output: z.object({ id: z.uuid(), deleted: z.literal(true) }),
}).run(async (ctx, input) => {
  const methods = await countSignInMethods(ctx.db, ctx.user.id)
  const [deleted] = await ctx.db.run<{ id: string; name: string }>(
    sql`delete from passkeys where id::text = ${input.passkey} and user_id = ${ctx.user.id} returning id, name`,
  )
  if (!deleted) reject('not_found', { kind: 'passkey', ref: input.passkey })
  if (methods === 1) reject('last_way_in')
  const { since, totp_added_at: totp, passkeys } = await readSecondFactor(ctx.db, ctx.user.id)
  if (since && !totp && passkeys === 0) reject('last_second_factor')
  recordOwn(ctx, callingPerson(ctx), 'passkey.deleted', {
    kind: 'passkey',
    id: deleted.id,
    key: deleted.name,
  })
  return { id: deleted.id, deleted: true as const }
})
