import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { ChangingRow } from '../../database/tables.ts'

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
  .refine(isSafeAddress, 'Give an https address, without a name, password or query in it.')
  .transform((address) => new URL(address).href.replace(/\/+$/, ''))
  .describe('Where the service is, if you use one of your own: https://git.example.com.')

/** A secret must not travel in the open, except within this machine. */
function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(address)
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return (
    (protocol === 'https:' || (protocol === 'http:' && loopback)) && !(username + password + search + hash)
  )
}
