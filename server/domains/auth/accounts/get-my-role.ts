import { z } from 'zod'
import { signedIn } from '../../../operations/access.ts'
import { roles } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'

export const getMyRole = operation({
  id: 'accounts.getMyRole',
  summary: 'Get your role on this instance and in the current organization.',
  http: 'GET /api/auth/me/role',
  shows: ['member'],
  access: signedIn,
  input: z.object({}),
  output: z.object({ role: z.enum(['user', 'admin']), organizationRole: z.enum(roles).nullable() }),
}).run(async (ctx) => ({ role: ctx.user.role, organizationRole: ctx.caller.organization?.role ?? null }))
