import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { Onboarding, readOnboarding, showOnboarding } from './onboarding.ts'

export const getOnboarding = operation({
  id: 'onboarding.get',
  summary: "Show the caller's onboarding progress.",
  http: 'GET /api/onboarding',
  shows: ['onboarding', 'invitation', 'mcp_token', 'project'],
  access: asPerson,
  input: z.object({}),
  output: Onboarding,
}).run(async (ctx) => showOnboarding(ctx.db, ctx, await readOnboarding(ctx.db, ctx.user.id)))
