import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import type { HostTest } from './host-test.ts'
import { type AccountSettings, accountPurpose, findAccountRow } from './own-account.ts'
import { checkViewersSoon, forgetViewer } from './viewer-queue.ts'

interface NewAccount {
  secret: string
  settings: AccountSettings
  result: HostTest
}

/** Stores the account of a person at a code host, in place of an earlier one. The caller locked the user, or it is new. */
export async function storeAccount(
  ctx: Context,
  userId: string,
  { secret, settings, result: { login, scopes } }: NewAccount,
): Promise<{ id: string; version: number; isNew: boolean }> {
  const before = await findAccountRow(ctx.db, userId)
  const stored = { label: null, ...before?.settings, ...settings, login, scopes, failure: null, fix: null }
  const sealed = ctx.app.secrets.encrypt(accountPurpose(userId), secret)
  const [row] = await ctx.db.run<{ id: string; version: number }>(
    sql`insert into user_integrations (id, user_id, provider, settings, secret)
      values (${newId()}, ${userId}, 'github', ${JSON.stringify(stored)}, ${sealed})
      on conflict (user_id, provider) do update
        set settings = excluded.settings, secret = excluded.secret,
            version = user_integrations.version + 1, updated_at = now()
      returning id, version`,
  )
  await accountChanged(ctx, userId)
  return { ...row!, isNew: !before }
}

/** Forgets the repositories that the earlier account could read, and asks the host with the new one. */
export async function accountChanged(ctx: Context, userId: string): Promise<void> {
  await forgetViewer(ctx.db, userId)
  await checkViewersSoon(ctx, { user: userId })
}
