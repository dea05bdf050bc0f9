import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { imageUrl } from '../../operations/image-url.ts'
import { isAlive } from '../../database/presence.ts'
import { type OnTeam, onTeam } from './access.ts'
import { type AgentAtWork, agentsAtWork } from './agents-at-work.ts'
import { teamRef } from './team.ts'

const statuses = ['online', 'away', 'offline'] as const
type Status = (typeof statuses)[number]

const minutes = { online: 2, away: 15 }

const Presence = z.object({
  status: z
    .enum(statuses)
    .describe(
      `Status of an open live connection. Without one: online if active in the last ${minutes.online} minutes, away if in the last ${minutes.away}, else offline.`,
    ),
  lastSeenAt: z.iso.datetime().nullable(),
})

export const getTeamPresence = operation({
  id: 'teams.getTeamPresence',
  summary: "Get the presence of a team's members and of the agents that work for it.",
  http: 'GET /api/teams/:team/presence',
  shows: ['team', 'team_member', 'user'],
  access: onTeam('view'),
  input: z.object({
    team: teamRef,
    limit: z
      .int()
      .min(1)
      .max(500)
      .default(200)
      .describe('Maximum number of members and of agents, most recently seen first.'),
  }),
  output: z.object({
    online: z.int().describe('Number of members of the whole team who are online.'),
    away: z.int(),
    offline: z.int(),
    members: z.array(
      Presence.extend({
        user: z.object({
          id: z.uuid(),
          name: z.string(),
          username: z.string(),
          avatarUrl: z.string().nullable(),
        }),
      }),
    ),
    agents: z.array(Presence.extend({ id: z.uuid(), name: z.string() })),
  }),
}).run(async (ctx, { limit }) => {
  const [people, agents] = await Promise.all([readMembers(ctx), readAgents(ctx, limit)])
  const count = (status: Status) => people.filter((person) => statusOf(person) === status).length
  return {
    online: count('online'),
    away: count('away'),
    offline: count('offline'),
    members: people.slice(0, limit).map((person) => ({
      user: {
        id: person.id,
        name: person.name,
        username: person.username,
        avatarUrl: imageUrl(person.avatar_id),
      },
      status: statusOf(person),
      lastSeenAt: person.seen_at,
    })),
    agents: agents.map((agent) => ({
      id: agent.id,
      name: agent.name,
      status: statusOf(agent),
      lastSeenAt: agent.active_at,
    })),
  }
})

interface Connected {
  /** Status of a live connection. Null without one. */
  live: 'online' | 'away' | null
  /** Last use of a session or credential that is still valid, so a user who signs out is offline immediately. */
  active_at: string | null
}

interface MemberPresence extends Connected {
  id: string
  name: string
  username: string
  avatar_id: string | null
  seen_at: string | null
}

/**
 * Returns the members with their last activity. Ignores credentials of other organizations, agents that act for the
 * member, and administrators who impersonate them. A login session belongs to no organization and counts everywhere.
 */
function readMembers({ db, team }: Context & OnTeam): Promise<MemberPresence[]> {
  return db.run<MemberPresence>(
    sql`select u.id, u.name, u.username, u.avatar_id, live.status as live,
            case when live.status is null then seen.seen_at else now() end as seen_at,
            case when live.status is null then seen.active_at else now() end as active_at
       from team_members m join users u on u.id = m.user_id
       left join lateral (${liveStatus(sql`c.user_id = u.id and c.agent_id is null`)}) live on true
       left join lateral (
         select max(at) as seen_at, max(at) filter (where not ended) as active_at from (
           select last_seen_at as at, revoked_at is not null or expires_at <= now() as ended
             from login_sessions where user_id = u.id and impersonator_id is null
           union all
           select last_used_at, revoked_at is not null or expires_at is not null and expires_at <= now()
             from credentials
            where user_id = u.id and organization_id = m.organization_id and agent_id is null) uses) seen on true
      where m.team_id = ${team.id}
      order by 7 desc nulls last, lower(u.name), u.id`,
  )
}

interface AgentPresence extends AgentAtWork, Connected {}

function readAgents(ctx: Context & OnTeam, limit: number): Promise<AgentPresence[]> {
  return ctx.db.run<AgentPresence>(
    sql`select m.*, live.status as live,
            case when live.status is null then m.last_used_at else now() end as active_at
       from (select found.*, ${ctx.organization.id}::uuid as organization_id from (${agentsAtWork(ctx)}) found) m
       left join lateral (${liveStatus(sql`c.agent_id = m.id`)}) live on true
      order by active_at desc nulls last, sort_value, m.id limit ${limit}`,
  )
}

/** Selects online if any connection is online, away if all are away, and null without a connection. */
function liveStatus(condition: Sql): Sql {
  return sql`select case when bool_or(c.status = 'online') then 'online' when count(*) > 0 then 'away' end as status
            from live_connections c join live_nodes n on n.id = c.node_id and ${isAlive}
           where c.organization_id = m.organization_id and ${condition}`
}

function statusOf({ live, active_at }: Connected): Status {
  if (live !== null) return live
  const age = active_at === null ? Infinity : databaseNow() - Date.parse(active_at)
  if (age <= minutes.online * 60_000) return 'online'
  return age <= minutes.away * 60_000 ? 'away' : 'offline'
}
