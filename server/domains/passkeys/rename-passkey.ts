import { z } from 'zod'
import { expectVersion } from '../../database/rows.ts'
import { asPerson } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { callingPerson, recordOwn } from '../accounts/record-own.ts'
import { Passkey, type PasskeyRow, fromRow, passkeyName, passkeyRef } from './passkey.ts'

export const renamePasskey = operation({
  id: 'passkeys.rename',
  summary: 'Rename a passkey.',
  http: 'PATCH /api/settings/passkeys/:passkey',
  access: asPerson,
  input: z.object({ passkey: passkeyRef, name: passkeyName }),
  output: Passkey,
}).run(async (ctx, input) => {
  const [before] = await ctx.db.run<PasskeyRow>(
    'select * from passkeys where id::text = $1 and user_id = $2 for update',
    [input.passkey, ctx.user.id],
  )
  if (!before) refuse('not_found', { kind: 'passkey', ref: input.passkey })
  expectVersion(ctx, before)
  if (before.name === input.name) return fromRow(before)
  const [after] = await ctx.db.run<PasskeyRow>(
    `update passkeys set name = $2, version = version + 1, updated_at = now() where id = $1 returning *`,
    [before.id, input.name],
  )
  const subject = { kind: 'passkey', id: before.id, key: input.name }
  recordOwn(ctx, callingPerson(ctx), 'passkey.renamed', subject, { from: before.name, to: input.name })
  return fromRow(after!)
})
