import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { App } from '../../../operations/context.ts'
import type { Usage } from '../../../platform/language-model/model.ts'
import { findSettings } from '../ai-settings/settings-row.ts'
import { type ModelSource, instanceLimits, organizationLimits } from './limits.ts'
import { endOfMonth, thisMonth } from './months.ts'

/*
 * The token budget of a month. A request to a model counts the most that it can use before it starts, and returns the
 * rest at its end, so that concurrent requests can't exceed a limit together. If a node crashes in between, the
 * reservation stays counted.
 */

/** The user that tokens are counted for. The questions of an agent count for its user. */
export interface Spender {
  organization: { id: string }
  user: { id: string }
}

export interface Reservation {
  /**
   * Replaces the reservation with the tokens that were used, in the month of the reservation. Only the first call
   * counts. Never fails: if the database is unreachable, the reservation stays counted.
   */
  settle(usage: Usage): Promise<void>
}

/** The limit that a request would exceed: of each person, of the organization, or of the operator. */
export interface Exceeded {
  exceeded: 'person' | 'organization' | 'instance'
  /** The start of the next month. */
  resetsAt: string
}

/** Counts `tokens` for a request to a model, or returns the limit that they would exceed. */
export async function reserveTokens(
  app: App,
  spender: Spender,
  source: ModelSource,
  tokens: number,
): Promise<Reservation | Exceeded> {
  const reserved = wholeTokens(tokens)
  const { month, exceeded } = await app.database.transaction(async (db) => {
    await lockBudgets(app, db, spender, source)
    const used = await readUsed(db, spender)
    const limit = await findExceeded(app, db, spender, source, used, reserved)
    if (!limit) await addTokens(db, spender, source, reserved)
    return { month: used.month, exceeded: limit }
  })
  if (exceeded) return { exceeded, resetsAt: endOfMonth(month) }
  let isSettled = false
  return {
    async settle(usage) {
      if (isSettled) return
      isSettled = true
      const settling = settleTokens(app.database, spender, source, month, reserved, usage)
      await settling.catch((error: unknown) =>
        app.log.warn({ err: error }, 'the tokens of a request to the language model stay reserved'),
      )
    },
  }
}

/** Returns whether a reservation was rejected. */
export function isExceeded(result: Reservation | Exceeded): result is Exceeded {
  return 'exceeded' in result
}

/**
 * Serializes reservations of one organization, and of one user if a limit counts all their organizations. Always in this
 * order, to avoid deadlocks.
 */
async function lockBudgets(
  { config }: App,
  db: Queries,
  { organization, user }: Spender,
  source: ModelSource,
) {
  await db.run(
    sql`select pg_advisory_xact_lock(hashtextextended('ai budget ' || ${organization.id}::text, 0))`,
  )
  if (source === 'instance' && config.AI_CHAT_MONTHLY_TOKENS_PER_PERSON !== undefined)
    await db.run(sql`select pg_advisory_xact_lock(hashtextextended('ai budget ' || ${user.id}::text, 0))`)
}

interface Used {
  month: string
  /** By the organization, and by the user in it, of both models. */
  organization: number
  person: number
  /** Of the instance's model: by the organization, and by the user in all organizations. */
  instance: number
  instancePerson: number
}

async function readUsed(db: Queries, { organization, user }: Spender): Promise<Used> {
  const inOrganization = sql`organization_id = ${organization.id}`
  const byUser = sql`user_id = ${user.id}`
  const total = (filter: ReturnType<typeof sql>) =>
    sql`coalesce(sum(input_tokens + output_tokens) filter (where ${filter}), 0)::float8`
  const [used] = await db.run<Used>(
    sql`select ${thisMonth}::text as month, ${total(inOrganization)} as organization,
        ${total(sql`${inOrganization} and ${byUser}`)} as person,
        ${total(sql`${inOrganization} and source = 'instance'`)} as instance,
        ${total(sql`${byUser} and source = 'instance'`)} as "instancePerson"
      from ai_usage where month = ${thisMonth} and (${inOrganization} or ${byUser})`,
  )
  return used!
}

async function findExceeded(
  { config }: App,
  db: Queries,
  { organization }: Spender,
  source: ModelSource,
  used: Used,
  tokens: number,
): Promise<Exceeded['exceeded'] | undefined> {
  const exceeds = (before: number, limit: number | null) => limit !== null && before + tokens > limit
  const own = organizationLimits(await findSettings(db, organization.id))
  if (exceeds(used.person, own.monthlyTokensPerPerson)) return 'person'
  if (exceeds(used.organization, own.monthlyTokens)) return 'organization'
  if (source === 'own') return undefined
  const operator = instanceLimits(config)
  if (exceeds(used.instance, operator.monthlyTokens)) return 'instance'
  return exceeds(used.instancePerson, operator.monthlyTokensPerPerson) ? 'instance' : undefined
}

// A reservation counts as output until it is settled.
async function addTokens(db: Queries, { organization, user }: Spender, source: ModelSource, tokens: number) {
  await db.run(
    sql`insert into ai_usage as used (organization_id, user_id, month, source, output_tokens, requests)
      values (${organization.id}, ${user.id}, ${thisMonth}, ${source}, ${tokens}, 1)
      on conflict (organization_id, month, user_id, source) do update
        set output_tokens = used.output_tokens + excluded.output_tokens, requests = used.requests + 1`,
  )
}

async function settleTokens(
  db: Queries,
  { organization, user }: Spender,
  source: ModelSource,
  month: string,
  reserved: number,
  { input, output }: Usage,
) {
  await db.run(
    sql`update ai_usage set input_tokens = input_tokens + ${wholeTokens(input)}::bigint,
        output_tokens = output_tokens + ${wholeTokens(output) - reserved}::bigint
      where organization_id = ${organization.id} and user_id = ${user.id} and month = ${month}::date
        and source = ${source}`,
  )
}

// The server of an organization's model counts its own tokens, so its numbers are untrusted.
const maxTokensPerRequest = 1_000_000_000

function wholeTokens(count: number): number {
  return Number.isNaN(count) ? 0 : Math.min(Math.max(0, Math.ceil(count)), maxTokensPerRequest)
}
