import { z } from 'zod'
import { maxMonthlyTokens } from '../../../config-choices.ts'
import { organization } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { administersSecrets } from '../../../operations/secret-access.ts'
import { changeSettings } from './change-settings.ts'
import { findSettings } from './settings-row.ts'
import { AiSettings, modelProviders, modelSources, showSettings } from './shown-settings.ts'

export const getAiSettings = operation({
  id: 'aiSettings.get',
  summary: 'Show the language model of the organization, its limits and its use in this month.',
  http: 'GET /api/ai/settings',
  shows: ['ai_settings', 'ai_session'],
  access: organization('member'),
  input: z.object({}),
  output: AiSettings,
}).run(async (ctx) => showSettings(ctx.app, ctx.db, ctx, await findSettings(ctx.db, ctx.organization.id)))

const tokens = z.int().min(0).max(maxMonthlyTokens).nullable().optional()

export const updateAiSettings = operation({
  id: 'aiSettings.update',
  summary: 'Choose the language model of the organization, and limit its use.',
  http: 'PATCH /api/ai/settings',
  access: administersSecrets,
  input: z.object({
    source: z
      .enum(modelSources)
      .optional()
      .describe("Model that answers: the instance's, the organization's own, or none (off)."),
    provider: z
      .enum(modelProviders)
      .nullable()
      .optional()
      .describe('Protocol of the own model. Most servers have the protocol of OpenAI.'),
    url: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .nullable()
      .optional()
      .describe('URL of the own model, for OpenAI up to /v1. Null: the server of the provider.'),
    model: z.string().trim().min(1).max(200).nullable().optional().describe('Name of the own model.'),
    key: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .regex(/^[\x21-\x7e]+$/, "A key can't contain spaces or line breaks.")
      .nullable()
      .optional()
      .describe(
        'API key. Stored encrypted, never returned. Null deletes it. Required again for another URL.',
      ),
    monthlyTokens: tokens.describe('Tokens per month (UTC) for the organization. Null: unlimited.'),
    monthlyTokensPerPerson: tokens.describe('Tokens per month (UTC) for each person. Null: unlimited.'),
  }),
  output: AiSettings,
}).run(async (ctx, input) => showSettings(ctx.app, ctx.db, ctx, await changeSettings(ctx, input)))
