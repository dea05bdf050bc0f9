import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { imageUrl } from '../accounts/profile.ts'
import { type OnTeam, onTeam } from './access.ts'
import { type AgentAtWork, agentsAtWork } from './agents-at-work.ts'
import { teamRef } from './team.ts'

const statuses = ['online', 'away', 'offline'] as const
type Status = (typeof statuses)[number]

const minutes = { online: 2, away: 15 }

const Present = z.object({
  status: z
    .enum(statuses)
    .describe(`online: within the last ${minutes.online} minutes; away: within ${minutes.away}.`),
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
  const count = (status: Status) => people.filter((person) => statusAt(person.active_at) === status).length
  return {
    ...{ online: count('online'), away: count('away'), offline: count('offline') },
    members: people.slice(0, limit).map(({ id, name, username, avatar_id, seen_at, active_at }) => ({
      user: { id, name, username, avatarUrl: imageUrl(avatar_id) },
      status: statusAt(active_at),
      lastSeenAt: seen_at,
    })),
    agents: agents.map(({ id, name, last_used_at }) => ({
      ...{ id, name, status: statusAt(last_used_at), lastSeenAt: last_used_at },
    })),
  }
})

interface PersonSeen {
  id: string
  name: string
  username: string
  avatar_id: string | null
  seen_at: string | null
  /** The same for what has not been ended since: whoever signs out is gone at once. */
  active_at: string | null
}

/**
 * What somebody does with a credential of another organization does not show here, nor what an agent does for them, nor
 * what an administrator does in their name. A login is no organization's, and counts everywhere.
 */
function peopleOf({ db, team }: Context & OnTeam): Promise<PersonSeen[]> {
  return db.run<PersonSeen>(
    `select u.id, u.name, u.username, u.avatar_id, seen.seen_at, seen.active_at
       from team_members m join users u on u.id = m.user_id
       left join lateral (
         select max(at) as seen_at, max(at) filter (where not ended) as active_at from (
           select last_seen_at as at, revoked_at is not null or expires_at <= now() as ended
             from login_sessions where user_id = u.id and impersonator_id is null
           union all
           select last_used_at, revoked_at is not null or expires_at is not null and expires_at <= now()
             from credentials
            where user_id = u.id and organization_id = m.organization_id and agent_id is null) uses) seen on true
      where m.team_id = $1
      order by seen.active_at desc nulls last, lower(u.name), u.id`,
    [team.id],
  )
}

function agentsOf(ctx: Context & OnTeam, limit: number): Promise<AgentAtWork[]> {
  const { query, values } = agentsAtWork(ctx)
  return ctx.db.run<AgentAtWork>(
    `${query} order by k.last_used_at desc nulls last, sort_value, a.id limit $6`,
    [...values, limit],
  )
}

function statusAt(time: string | null): Status {
  const age = time === null ? Infinity : Date.now() - Date.parse(time)
  if (age <= minutes.online * 60_000) return 'online'
  return age <= minutes.away * 60_000 ? 'away' : 'offline'
}
