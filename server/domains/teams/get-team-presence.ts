import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { imageUrl } from '../accounts/profile.ts'
import { isAlive } from '../live/presence.ts'
import { type OnTeam, onTeam } from './access.ts'
import { type AgentAtWork, agentsAtWork } from './agents-at-work.ts'
import { teamRef } from './team.ts'

const statuses = ['online', 'away', 'offline'] as const
type Status = (typeof statuses)[number]

const minutes = { online: 2, away: 15 }

const Present = z.object({
  status: z
    .enum(statuses)
    .describe(
      `What a live connection says, if they have one open; else online: within the last ${minutes.online} minutes, away: within ${minutes.away}.`,
    ),
  lastSeenAt: z.iso.datetime().nullable(),
})

export const getTeamPresence = operation({
  id: 'teams.getTeamPresence',
  summary: 'Show who of a team is there at the moment, and which agents are at work for it.',
  http: 'GET /api/teams/:team/presence',
  access: onTeam('view'),
  input: z.object({
    team: teamRef,
    limit: z.int().min(1).max(500).default(200).describe('How many of each at most, those seen last first.'),
  }),
  output: z.object({
    online: z.int().describe('How many people of the whole team are there.'),
    away: z.int(),
    offline: z.int(),
    members: z.array(
      Present.extend({
        user: z.object({
          id: z.uuid(),
          name: z.string(),
          username: z.string(),
          avatarUrl: z.string().nullable(),
        }),
      }),
    ),
    agents: z.array(Present.extend({ id: z.uuid(), name: z.string() })),
  }),
}).run(async (ctx, { limit }) => {
  const [people, agents] = await Promise.all([peopleOf(ctx), agentsOf(ctx, limit)])
  const count = (status: Status) => people.filter((person) => statusOf(person) === status).length
  return {
    ...{ online: count('online'), away: count('away'), offline: count('offline') },
    members: people.slice(0, limit).map((person) => ({
      user: {
        ...{ id: person.id, name: person.name, username: person.username },
        avatarUrl: imageUrl(person.avatar_id),
      },
      status: statusOf(person),
      lastSeenAt: person.seen_at,
    })),
    agents: agents.map((agent) => ({
      ...{ id: agent.id, name: agent.name, status: statusOf(agent), lastSeenAt: agent.active_at },
    })),
  }
})

interface Connected {
  /** What a live connection says. */
  live: 'online' | 'away' | null
  /** The last use of what has not been ended since: whoever signs out is gone at once. */
  active_at: string | null
}

interface PersonSeen extends Connected {
  id: string
  name: string
  username: string
  avatar_id: string | null
  seen_at: string | null
}

/**
 * What somebody does with a credential of another organization does not show here, nor what an agent does for them, nor
 * what an administrator does in their name. A login is no organization's, and counts everywhere.
 */
function peopleOf({ db, team }: Context & OnTeam): Promise<PersonSeen[]> {
  return db.run<PersonSeen>(
    `select u.id, u.name, u.username, u.avatar_id, live.status as live,
            case when live.status is null then seen.seen_at else now() end as seen_at,
            case when live.status is null then seen.active_at else now() end as active_at
       from team_members m join users u on u.id = m.user_id
       left join lateral (${liveStatus('c.user_id = u.id and c.agent_id is null')}) live on true
       left join lateral (
         select max(at) as seen_at, max(at) filter (where not ended) as active_at from (
           select last_seen_at as at, revoked_at is not null or expires_at <= now() as ended
             from login_sessions where user_id = u.id and impersonator_id is null
           union all
           select last_used_at, revoked_at is not null or expires_at is not null and expires_at <= now()
             from credentials
            where user_id = u.id and organization_id = m.organization_id and agent_id is null) uses) seen on true
      where m.team_id = $1
      order by 7 desc nulls last, lower(u.name), u.id`,
    [team.id],
  )
}

interface AgentSeen extends AgentAtWork, Connected {}

function agentsOf(ctx: Context & OnTeam, limit: number): Promise<AgentSeen[]> {
  const { query, values } = agentsAtWork(ctx)
  return ctx.db.run<AgentSeen>(
    `select m.*, live.status as live,
            case when live.status is null then m.last_used_at else now() end as active_at
       from (select found.*, $1::uuid as organization_id from (${query}) found) m
       left join lateral (${liveStatus('c.agent_id = m.id')}) live on true
      order by active_at desc nulls last, sort_value, m.id limit $6`,
    [...values, limit],
  )
}

/** Online if any of the connections is, away if all are; null without one. */
function liveStatus(whose: string): string {
  return `select case when bool_or(c.status = 'online') then 'online' when count(*) > 0 then 'away' end as status
            from live_connections c join live_nodes n on n.id = c.node_id and ${isAlive}
           where c.organization_id = m.organization_id and ${whose}`
}

function statusOf({ live, active_at }: Connected): Status {
  if (live !== null) return live
  const age = active_at === null ? Infinity : databaseNow() - Date.parse(active_at)
  if (age <= minutes.online * 60_000) return 'online'
  return age <= minutes.away * 60_000 ? 'away' : 'offline'
}
