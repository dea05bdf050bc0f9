import { z } from 'zod'
import { organization } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Organization, showOrganization } from './organization.ts'

export const getOrganization = operation({
  id: 'organizations.get',
  summary: 'Show the current organization with its settings, its plan, your role and your rights.',
  http: 'GET /api/organization',
  shows: ['organization', 'member'],
  access: organization('guest'),
  input: z.object({}),
  output: Organization,
}).run((ctx) => showOrganization(ctx.db, ctx.caller, ctx.organization))
