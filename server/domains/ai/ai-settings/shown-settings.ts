import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { type InOrganization, hasRole } from '../../../operations/access.ts'
import type { App } from '../../../operations/context.ts'
import { may } from '../../../operations/may.ts'
import { instanceLimits, organizationLimits } from '../budget/limits.ts'
import { TokenUsage, readUsage } from '../budget/read-usage.ts'
import { modelOf, noModel } from '../model-for.ts'
import type { SettingsRow } from './settings-row.ts'

export const modelSources = ['instance', 'own', 'off'] as const
export const modelProviders = ['openai', 'anthropic'] as const

const limit = z.int().nullable()
const limits = {
  monthlyTokens: limit.describe('Tokens per month for the organization. Null: unlimited.'),
  monthlyTokensPerPerson: limit.describe('Tokens per month for each person. Null: unlimited.'),
}

/** The language model of an organization, its limits and its use. The key is never returned. */
export const AiSettings = z
  .object({
    source: z
      .enum(modelSources)
      .describe("Model that answers: the instance's, the organization's own, or none."),
    provider: z.enum(modelProviders).nullable().describe('Protocol of the own model.'),
    url: z.string().nullable().describe('URL of the own model. Null: the server of the provider.'),
    model: z.string().nullable().describe('Name of the own model.'),
    hasKey: z.boolean().describe('Whether an API key is stored.'),
    hint: z.string().nullable().describe('Last four characters of the key, for owners and admins.'),
    instanceModel: z.string().nullable().describe('Model of the instance. Null: the operator set none.'),
    answers: z.boolean().describe('Whether a model answers questions.'),
    note: z.string().nullable().describe('Why no model answers, and what to do.'),
    ...limits,
    instanceLimits: z.object(limits).describe("Limits of the operator for the instance's model."),
    testedAt: z.iso.datetime().nullable().describe('Time of the last test.'),
    failure: z.string().nullable().describe('Why the last test failed.'),
    usage: TokenUsage,
    version: z.int().describe('0 until the settings are changed for the first time.'),
    updatedAt: z.iso.datetime().nullable(),
    may: z.object({ edit: z.boolean() }).describe('Actions that the caller can perform.'),
  })
  .meta({ id: 'AiSettings' })
export type AiSettings = z.output<typeof AiSettings>

/** Shows the settings of an organization to one of its members. */
export async function showSettings(
  app: App,
  db: Queries,
  granted: InOrganization,
  row: SettingsRow | undefined,
): Promise<AiSettings> {
  const { caller, organization } = granted
  const isAdmin = hasRole(organization, 'admin')
  const note = noteFor(app, granted, row)
  return {
    source: row?.source ?? 'instance',
    provider: row?.provider ?? null,
    url: row?.url ?? null,
    model: row?.model ?? null,
    hasKey: (row?.secret ?? null) !== null,
    hint: isAdmin ? (row?.hint ?? null) : null,
    instanceModel: app.languageModel?.name ?? null,
    answers: note === null,
    note,
    ...organizationLimits(row),
    instanceLimits: instanceLimits(app.config),
    testedAt: row?.tested_at ?? null,
    failure: row?.failure ?? null,
    usage: await readUsage(db, granted, isAdmin),
    version: row?.version ?? 0,
    updatedAt: row?.version ? row.updated_at : null,
    may: may(caller, { edit: isAdmin && caller.kind === 'session' }),
  }
}

function noteFor(app: App, { organization }: InOrganization, row: SettingsRow | undefined): string | null {
  if (organization.sandbox) return noModel.sandbox
  if (modelOf(app, row)) return null
  return row?.source === 'off' ? noModel.off : noModel.none
}
