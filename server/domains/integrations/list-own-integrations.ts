import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { asPerson } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Integration, type IntegrationRow, integrationColumns, integrationFromRow } from './integration.ts'

export const listOwnIntegrations = operation({
  id: 'integrations.listOwn',
  summary: 'List the services that the caller has connected with a secret of their own.',
  http: 'GET /api/settings/integrations/user',
  access: asPerson,
  input: z.object({}),
  output: pageOf(Integration),
}).run(async (ctx) => {
  const rows = await ctx.db.run<IntegrationRow>(
    `select ${integrationColumns} from user_integrations where user_id = $1 order by provider`,
    [ctx.user.id],
  )
  return { items: rows.map(integrationFromRow), nextCursor: null }
})
