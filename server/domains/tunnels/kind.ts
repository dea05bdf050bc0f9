import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type ResourceKind, mapPage, uriOf } from '../../operations/resource.ts'
import { actionNames } from './declaration.ts'
import { listActions, getTunnel, listTunnels } from './tunnels.ts'

/** The machines that an agent can use, with their actions and the URLs of their MCP servers. */
export const machineResource: ResourceKind = {
  name: 'machine',
  title: 'Machine',
  description: 'A machine that you can use: its actions, and the URLs where MCP clients reach it.',
  mimeType: 'application/json',
  async show(query, tunnel) {
    const shown = await query(getTunnel, { tunnel })
    const { items: actions } = await query(listActions, { tunnel })
    const { id, name, owner, status, lastSeenAt, machine, servers, mcpUrl, updatedAt } = shown
    return {
      id,
      uri: uriOf('machine', id),
      title: name,
      lastModified: updatedAt,
      mimeType: 'application/json',
      text: JSON.stringify({ id, name, owner, status, lastSeenAt, machine, mcpUrl, servers, actions }),
    }
  },
  async list(query, page) {
    const { items, nextCursor } = await query(listTunnels, page)
    const usable = items.filter(({ canUse }) => canUse)
    return {
      items: usable.map(({ id, name, owner, status, updatedAt }) => ({
        ref: id,
        title: name,
        description: `A machine of ${owner.name}, ${status} now. Read it for its actions and MCP URLs.`,
        lastModified: updatedAt,
      })),
      nextCursor,
    }
  },
  complete: (query, page) => mapPage(query(listTunnels, page), ({ id, name }) => [id, name]),
}

const time = z.iso.datetime()

export const OwnTunnel = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  name: z.string(),
  machine: z.unknown(),
  permissions: z.unknown().describe('What its permission file declared last.'),
  createdAt: time,
  claimedAt: time.nullable(),
  lastSeenAt: time.nullable(),
  revokedAt: time.nullable(),
})

export const OwnRun = z.object({
  id: z.uuid(),
  tunnelId: z.uuid(),
  action: z.enum(actionNames),
  target: z.string().nullable(),
  input: z.unknown(),
  state: z.string(),
  reason: z.string().nullable(),
  createdAt: time,
  endedAt: time.nullable(),
})

/** Returns the machines of a user in every organization, without their tokens. */
export function ownTunnels(db: Queries, userId: string) {
  return db.run<z.output<typeof OwnTunnel>>(
    sql`select id, organization_id as "organizationId", name, machine, declaration as permissions,
            created_at as "createdAt", claimed_at as "claimedAt", last_seen_at as "lastSeenAt", revoked_at as "revokedAt"
       from tunnels where user_id = ${userId} order by id`,
  )
}

/** Returns the runs that a user or their agents requested, on any machine, newest first, without results and output. */
export function ownRuns(db: Queries, userId: string, limit: number) {
  return db.run<z.output<typeof OwnRun>>(
    sql`select id, tunnel_id as "tunnelId", action, target, input, state, reason,
            created_at as "createdAt", ended_at as "endedAt"
       from tunnel_runs where user_id = ${userId} order by created_at desc, id desc limit ${limit}`,
  )
}
