import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { recordRead } from '../../operations/record-read.ts'
import { readSetting } from '../../operations/settings.ts'
import { openCode } from '../auth/otp/sealed-code.ts'
import { findUserId, platformAdminRecently, userRef } from './user.ts'

export const getUserCode = operation({
  id: 'admin.getUserCode',
  summary: "Get the last one-time code that was sent to a user, if it's still valid. The user is notified.",
  http: 'GET /api/admin/users/:user/otp',
  shows: ['user', 'setting'],
  access: platformAdminRecently,
  input: z.object({ user: userRef }),
  output: z.object({
    code: z
      .string()
      .nullable()
      .describe('Six digits. Works only in the browser that requested it. Null without a valid code.'),
    sentAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable(),
  }),
}).run(async (ctx, input) => {
  const { app, db } = ctx
  if (!(await readSetting(app.config, db, 'admin.show_codes'))) reject('codes_hidden')
  const id = await findUserId(db, input.user)
  const [sent] = await db.run<{ code_sealed: Buffer; created_at: string; expires_at: string }>(
    sql`select code_sealed, created_at, expires_at from email_codes
      where user_id = ${id} and code_sealed is not null and used_at is null and tries < 5 and expires_at > now()
      order by created_at desc limit 1`,
  )
  // Recorded first, so that no code is shown without a trace.
  await recordRead(ctx, id, 'code.viewed', { kind: 'code', id }, { found: sent !== undefined })
  if (!sent) return { code: null, sentAt: null, expiresAt: null }
  return {
    code: openCode(app.secrets, sent.code_sealed),
    sentAt: sent.created_at,
    expiresAt: sent.expires_at,
  }
})
