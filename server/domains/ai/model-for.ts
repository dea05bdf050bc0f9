import type { Queries } from '../../database/connect.ts'
import type { App } from '../../operations/context.ts'
import type { CallingOrganization } from '../../operations/caller.ts'
import { type LanguageModel, ModelFailure } from '../../platform/language-model/model.ts'
import { openModel } from '../../platform/language-model/open-model.ts'
import { type SettingsRow, findSettings, keyPurpose } from './ai-settings/settings-row.ts'
import type { ModelSource } from './budget/limits.ts'

export interface ChosenModel {
  model: LanguageModel
  source: ModelSource
}

type Organization = Pick<CallingOrganization, 'id' | 'sandbox'>

/** Returns the model that answers questions in an organization. A sandbox has none, because it sends nothing outside. */
export async function modelFor(
  app: App,
  db: Queries,
  organization: Organization,
): Promise<ChosenModel | undefined> {
  return organization.sandbox ? undefined : modelOf(app, await findSettings(db, organization.id))
}

/** Returns the model that these settings choose. Undefined without a row: an organization that never changed them. */
export function modelOf(app: App, row: SettingsRow | undefined): ChosenModel | undefined {
  const source = row?.source ?? 'instance'
  if (source === 'off') return undefined
  if (source === 'own') return { model: openOwnModel(app, row!), source }
  return app.languageModel && { model: app.languageModel, source }
}

function openOwnModel(app: App, row: SettingsRow): LanguageModel {
  const options = {
    protocol: row.provider!,
    url: row.url ?? undefined,
    model: row.model!,
    external: { allowed: app.config.AI_CHAT_HOSTS },
  }
  try {
    const key = row.secret ? app.secrets.decrypt(keyPurpose(row.organization_id), row.secret) : undefined
    return openModel({ ...options, key })
  } catch {
    // The key was encrypted with another SECRET_KEY.
    return { name: openModel(options).name, reply: failUnreadableKey }
  }
}

function failUnreadableKey(): never {
  throw new ModelFailure(
    'key_rejected',
    "The stored API key can't be decrypted any more. Enter it again under Organization > AI.",
  )
}

/** Returns the sentence that says why no model answers, and what to do. */
export async function explainNoModel(db: Queries, organization: Organization): Promise<string> {
  if (organization.sandbox) return noModel.sandbox
  return (await findSettings(db, organization.id))?.source === 'off' ? noModel.off : noModel.none
}

export const noModel = {
  sandbox: 'Sandboxes use no language model, because they send nothing to other servers.',
  off: 'Answers are turned off in this organization. An admin can choose a model under Organization > AI.',
  none: 'No language model is connected. An admin can connect one under Organization > AI, or the operator sets AI_CHAT.',
}
