import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { ChangingRow } from '../../database/tables.ts'
import type { App } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import { NotAllowed, requirePublicName } from '../../platform/fetch-external.ts'
import { requireSafe } from '../../platform/git-remote.ts'

export const providers = ['github', 'gitlab', 'openai', 'anthropic'] as const
export type Provider = (typeof providers)[number]

/** Somebody else's service, used with the person's own secret. The secret goes in and never comes out. */
export const Integration = z
  .object({
    provider: z.enum(providers),
    label: z.string().nullable(),
    baseUrl: z.string().nullable().describe('Where the service is, if not where everybody finds it.'),
    hasSecret: z.literal(true),
    hint: z.string().nullable().describe('The end of the secret, to recognise it by, if it is long enough.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Integration' })

export interface IntegrationRow extends ChangingRow {
  provider: Provider
  settings: { label?: string | null; baseUrl?: string | null; hint?: string | null }
}

/** All but the secret, which no answer needs. */
export const integrationColumns = 'id, provider, settings, version, created_at, updated_at'

export async function integrationsOf(db: Queries, userId: string) {
  const rows = await db.run<IntegrationRow>(
    `select ${integrationColumns} from user_integrations where user_id = $1 order by provider`,
    [userId],
  )
  return rows.map(integrationFromRow)
}

export function integrationFromRow(row: IntegrationRow): z.output<typeof Integration> {
  const { label = null, baseUrl = null, hint = null } = row.settings
  return {
    provider: row.provider,
    ...{ label, baseUrl, hint, hasSecret: true },
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
  .describe('Where the service is, if you use one of your own: https://git.example.com.')

/**
 * Returns the URL without the slashes at its end. The rules are those for repositories: https and the public internet, except
 * for hosts that the settings name.
 */
export function normalizeBaseUrl({ config }: App, given: string): string {
  try {
    const url = requireSafe(given, config.REPO_HOSTS)
    requirePublicName(url, config.REPO_HOSTS)
    return url.href.replace(/\/+$/, '')
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    return rejectField('baseUrl', `${error.message} Give one such as https://git.example.com.`)
  }
}
