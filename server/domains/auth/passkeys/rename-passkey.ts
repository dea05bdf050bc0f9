import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { changeOwn } from '../../../operations/record-own.ts'
import { Passkey, type PasskeyRow, fromRow, passkeyName, passkeyRef } from './passkey.ts'

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
