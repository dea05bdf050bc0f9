import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { randomSecret } from '../../platform/ids.ts'
import { inVisibleProjects } from '../projects/access.ts'
import { storeTicket } from './tickets.ts'

export const createTicket = operation({
  id: 'live.createTicket',
  summary:
    'Create a one-time ticket, valid for a minute, to open a live connection. Keeps credentials out of the URL.',
  http: 'POST /api/ws/ticket',
  access: inVisibleProjects,
  created: true,
  input: z.object({}),
  output: z.object({
    ticket: z.string().describe('Single-use ticket for /api/ws?ticket=….'),
    expiresAt: z.iso.datetime(),
  }),
}).run(async ({ db, caller, organization }) => {
  const ticket = randomSecret()
  return { ticket, expiresAt: await storeTicket(db, ticket, caller, organization.id) }
})
