import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { asPerson } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Integration, integrationsOf } from './integration.ts'

export const listOwnIntegrations = operation({
  id: 'integrations.listOwn',
  summary: 'List the services that you connected with your own secret.',
  http: 'GET /api/settings/integrations/user',
  access: asPerson,
  input: z.object({}),
  output: pageOf(Integration),
}).run(async (ctx) => ({ items: await integrationsOf(ctx.db, ctx.user.id), nextCursor: null }))
