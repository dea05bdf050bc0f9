import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { endOfMonth, thisMonth } from './months.ts'

const used = {
  inputTokens: z.int().describe('Tokens of questions and sources.'),
  outputTokens: z.int().describe('Tokens of answers, with the reservations of answers in progress.'),
  requests: z.int().describe('Requests to the model. An answer can need several.'),
}

const maxPeople = 100

/** The tokens that an organization used in the current month. */
export const TokenUsage = z
  .object({
    month: z.string().describe('Month in UTC: 2026-11.'),
    resetsAt: z.iso.datetime().describe('Start of the next month.'),
    organization: z.object(used).describe('Use of all members, of both models.'),
    instance: z.object(used).describe("Part of it that used the instance's model."),
    own: z.object(used).describe('Use of the caller in this organization.'),
    people: z
      .array(z.object({ user: z.object({ id: z.uuid(), name: z.string() }), ...used }))
      .nullable()
      .describe(`The ${maxPeople} people with the highest use, for owners and admins. Null for others.`),
  })
  .meta({ id: 'TokenUsage' })

interface Sums {
  inputTokens: number
  outputTokens: number
  requests: number
}

/** Reads the use of the current month. The use of each person is for admins. */
export async function readUsage(
  db: Queries,
  { organization, user }: InOrganization,
  isAdmin: boolean,
): Promise<z.output<typeof TokenUsage>> {
  const ofMonth = sql`organization_id = ${organization.id} and month = ${thisMonth}`
  const [[total], people] = await Promise.all([
    db.run<{ month: string; organization: Sums; instance: Sums; own: Sums }>(
      sql`select ${thisMonth}::text as month, ${sumsOf(sql`true`)} as organization,
          ${sumsOf(sql`source = 'instance'`)} as instance, ${sumsOf(sql`user_id = ${user.id}`)} as own
        from ai_usage where ${ofMonth}`,
    ),
    isAdmin
      ? db.run<{ user: { id: string; name: string }; sums: Sums }>(
          sql`select json_build_object('id', u.id, 'name', u.name) as user, ${sumsOf(sql`true`)} as sums
            from ai_usage join users u on u.id = user_id where ${ofMonth}
            group by u.id order by sum(input_tokens + output_tokens) desc, u.id limit ${maxPeople}`,
        )
      : null,
  ])
  const { month, ...sums } = total!
  return {
    month: month.slice(0, 7),
    resetsAt: endOfMonth(month),
    ...sums,
    people: people && people.map((person) => ({ user: person.user, ...person.sums })),
  }
}

function sumsOf(filter: ReturnType<typeof sql>) {
  const sum = (column: string) => sql`coalesce(sum(${sql.raw(column)}) filter (where ${filter}), 0)`
  return sql`json_build_object('inputTokens', ${sum('input_tokens')}, 'outputTokens', ${sum('output_tokens')},
    'requests', ${sum('requests')})`
}
