import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { Passkey, type PasskeyRow, fromRow } from './passkey.ts'

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
