import { sql } from '../../../database/sql.ts'
import { rejectField } from '../../../errors/errors.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { differences, expectVersion } from '../../../operations/rows.ts'
import { lockOrganization } from '../../membership/lock.ts'
import { organizationLimits } from '../budget/limits.ts'
import { normalizeModelUrl } from './model-url.ts'
import { type SettingsRow, findSettings, keyPurpose, settingsSubject } from './settings-row.ts'

/** The settings without the key. */
interface Choice {
  source: SettingsRow['source']
  provider: SettingsRow['provider']
  url: string | null
  model: string | null
  monthlyTokens: number | null
  monthlyTokensPerPerson: number | null
}

type Changed = { [Field in keyof Choice]?: Choice[Field] | undefined } & { key?: string | null | undefined }

/** Changes the given settings, and records them without the key. Returns the row, if there is one. */
export async function changeSettings(
  ctx: Context & InOrganization,
  { key, ...given }: Changed,
): Promise<SettingsRow | undefined> {
  const { id } = await lockOrganization(ctx.db, ctx.organization.id)
  const row = await findSettings(ctx.db, id)
  expectVersion(ctx, row?.version ?? 0)
  const before = choiceOf(row)
  const url = given.url ? normalizeModelUrl(ctx.app, given.url) : given.url
  const changes = differences(before, { ...given, url })
  const after = {
    ...before,
    ...Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to])),
  }
  const hadKey = (row?.secret ?? null) !== null
  if (hadKey && key === undefined && serverOf(before) !== serverOf(after))
    rejectField('key', 'Enter the key for the new URL. The stored key belongs to another server.')
  requireComplete(after, key === undefined ? hadKey : key !== null)
  const isKeyChanged = typeof key === 'string' || (key === null && hadKey)
  if (Object.keys(changes).length === 0 && !isKeyChanged) return row
  const stored = await storeSettings(ctx, id, row, after, key)
  ctx.record({
    type: 'ai_settings.updated',
    subject: settingsSubject(id),
    organizationId: id,
    version: stored.version,
    changes,
    ...(isKeyChanged && { data: { key: key === null ? 'deleted' : 'replaced' } }),
  })
  return stored
}

function choiceOf(row: SettingsRow | undefined): Choice {
  const { source = 'instance', provider = null, url = null, model = null } = row ?? {}
  return { source, provider, url, model, ...organizationLimits(row) }
}

/** Identifies the server that the key is sent to. Without a URL, it is that of the provider. */
function serverOf({ url, provider }: Choice): string | null {
  return url ?? provider
}

function requireComplete({ source, provider, url, model }: Choice, hasKey: boolean): void {
  if (source !== 'own') return
  if (provider === null) rejectField('provider', 'Choose the protocol of your model: openai or anthropic.')
  if (model === null) rejectField('model', 'Enter the name of your model.')
  if (url === null && !hasKey)
    rejectField('key', 'Enter the API key of the provider, or the URL of a server that needs none.')
}

async function storeSettings(
  { app, db }: Context,
  id: string,
  row: SettingsRow | undefined,
  { source, provider, url, model, monthlyTokens, monthlyTokensPerPerson }: Choice,
  key: string | null | undefined,
): Promise<SettingsRow> {
  const kept = key === undefined
  const secret = kept ? (row?.secret ?? null) : key && app.secrets.encrypt(keyPurpose(id), key)
  const hint = kept ? (row?.hint ?? null) : hintOf(key)
  // The result of a test belongs to the model that was tested.
  const isSameModel =
    kept && row && isEqual([source, provider, url, model], [row.source, row.provider, row.url, row.model])
  const [testedAt, failure] = isSameModel ? [row.tested_at, row.failure] : [null, null]
  const [stored] = await db.run<SettingsRow>(
    sql`insert into ai_settings (organization_id, source, provider, url, model, secret, hint, monthly_tokens,
        monthly_tokens_per_person, tested_at, failure)
      values (${id}, ${source}, ${provider}, ${url}, ${model}, ${secret}, ${hint}, ${monthlyTokens},
        ${monthlyTokensPerPerson}, ${testedAt}, ${failure})
      on conflict (organization_id) do update set source = excluded.source, provider = excluded.provider,
        url = excluded.url, model = excluded.model, secret = excluded.secret, hint = excluded.hint,
        monthly_tokens = excluded.monthly_tokens, monthly_tokens_per_person = excluded.monthly_tokens_per_person,
        tested_at = excluded.tested_at, failure = excluded.failure, version = ai_settings.version + 1,
        updated_at = now()
      returning *`,
  )
  return stored!
}

function isEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((value, index) => value === other[index])
}

/** Returns the last characters of a key that is long enough to stay secret. */
function hintOf(key: string | null): string | null {
  return key !== null && key.length >= 20 ? key.slice(-4) : null
}
