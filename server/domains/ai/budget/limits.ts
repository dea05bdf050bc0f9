import type { Config } from '../../../config.ts'
import type { SettingsRow } from '../ai-settings/settings-row.ts'

/** Whose model answers: that of the instance, or the organization's own. */
export type ModelSource = 'instance' | 'own'

/** Tokens per month. Null: unlimited. */
export interface TokenLimits {
  monthlyTokens: number | null
  monthlyTokensPerPerson: number | null
}

/** Returns the limits that the admins of an organization set. They count both models. */
export function organizationLimits(row: SettingsRow | undefined): TokenLimits {
  return {
    monthlyTokens: numberOrNull(row?.monthly_tokens),
    monthlyTokensPerPerson: numberOrNull(row?.monthly_tokens_per_person),
  }
}

/** Returns the limits that the operator set for the model of the instance. */
export function instanceLimits(config: Config): TokenLimits {
  return {
    monthlyTokens: config.AI_CHAT_MONTHLY_TOKENS ?? null,
    monthlyTokensPerPerson: config.AI_CHAT_MONTHLY_TOKENS_PER_PERSON ?? null,
  }
}

// The driver returns 64-bit numbers as text. The limits are small enough to be exact.
function numberOrNull(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text)
}
