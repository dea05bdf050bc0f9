import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { randomSecret } from '../../platform/ids.ts'
import { visibleProjects } from '../projects/access.ts'
import { storeTicket } from './tickets.ts'

export const createTicket = operation({
  id: 'live.createTicket',
  summary: 'Get a ticket that opens one live connection within a minute: for browsers, whose addresses show.',
  http: 'POST /api/ws/ticket',
  access: visibleProjects,
  created: true,
  input: z.object({}),
  output: z.object({
    ticket: z.string().describe('Open /api/ws?ticket=… with it. It works once.'),
    expiresAt: z.iso.datetime(),
  }),
}).run(async ({ db, caller, organization }) => {
  const ticket = randomSecret()
  return { ticket, expiresAt: await storeTicket(db, ticket, caller, organization.id) }
})
