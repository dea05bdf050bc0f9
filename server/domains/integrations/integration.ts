import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { Rows } from '../../database/row-types.ts'
import { sql } from '../../database/sql.ts'
import type { ChangingRow, Narrow } from '../../database/tables.ts'
import type { App } from '../../operations/context.ts'
import { rejectField } from '../../errors/errors.ts'
import type { AccountSettings } from '../code-hosts/own-account.ts'
import { NotAllowed, requirePublicName } from '../../platform/external-url.ts'
import { requireSafe } from '../../platform/git-remote.ts'

export const providers = ['github', 'gitlab', 'openai', 'anthropic'] as const
export type Provider = (typeof providers)[number]

/** An external service that a user connected with their own secret. The secret is never returned. */
export const Integration = z
  .object({
    provider: z.enum(providers),
    label: z.string().nullable(),
    baseUrl: z.string().nullable().describe('URL of a self-hosted instance. Null: the public service.'),
    hasSecret: z.literal(true),
    hint: z.string().nullable().describe('Last four characters of the secret. Null if it is short.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Integration' })

/** An integration without its secret, which no response contains. */
export type IntegrationRow = Narrow<
  Pick<Rows['user_integrations'], keyof ChangingRow | 'provider' | 'settings'>,
  { provider: Provider; settings: AccountSettings }
>

/** The columns of `IntegrationRow`. */
export const integrationColumns = sql`id, provider, settings, version, created_at, updated_at`

export async function integrationsOf(db: Queries, userId: string) {
  const rows = await db.run<IntegrationRow>(
    sql`select ${integrationColumns} from user_integrations where user_id = ${userId} order by provider`,
  )
  return rows.map(integrationFromRow)
}

export function integrationFromRow(row: IntegrationRow): z.output<typeof Integration> {
  const { label = null, baseUrl = null, hint = null } = row.settings
  return {
    provider: row.provider,
    label,
    baseUrl,
    hint,
    hasSecret: true,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export const providerRef = z.enum(providers).describe('The service.')

export const baseUrl = z
  .string()
  .trim()
  .max(500)
  .describe('URL of a self-hosted instance: https://git.example.com. Null: the public service.')

/**
 * Returns the URL without trailing slashes. Applies the rules for repositories: https and the public internet, except
 * for hosts in `REPO_HOSTS`.
 */
export function normalizeBaseUrl({ config }: App, input: string): string {
  try {
    const url = requireSafe(input, config.REPO_HOSTS)
    requirePublicName(url, config.REPO_HOSTS)
    return url.href.replace(/\/+$/, '')
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    return rejectField('baseUrl', `${error.message} Use a URL such as https://git.example.com.`)
  }
}
