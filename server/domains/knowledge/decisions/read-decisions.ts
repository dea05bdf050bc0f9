import type { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { type SeenDecision, decisionsVisibleTo, fromDecisions } from './access.ts'
import { type Decision, type Neighbours, decisionFromRow, type DecisionStatus } from './decision.ts'

type DecisionContext = Context & InOrganization

/** Returns decisions with those that they supersede or are superseded by, if the caller can see them. */
export async function showDecisions(
  ctx: DecisionContext,
  rows: SeenDecision[],
): Promise<z.output<typeof Decision>[]> {
  const neighbours = await neighboursOf(ctx, rows)
  return rows.map((row) => {
    const supersedes = neighbours.filter(({ superseded_by }) => superseded_by === row.id).map(nameOf)
    const superseding = neighbours.find(({ id }) => id === row.superseded_by)
    const links: Neighbours = { supersedes, superseding: superseding ? nameOf(superseding) : null }
    return decisionFromRow({ ...row, ...links }, ctx.caller)
  })
}

export async function showDecision(
  ctx: DecisionContext,
  row: SeenDecision,
): Promise<z.output<typeof Decision>> {
  return (await showDecisions(ctx, [row]))[0]!
}

interface Neighbour {
  id: string
  key: string
  title: string
  superseded_by: string | null
}

async function neighboursOf(ctx: DecisionContext, rows: SeenDecision[]): Promise<Neighbour[]> {
  if (rows.length === 0) return []
  const visible = decisionsVisibleTo(ctx)
  const ids = rows.map(({ id }) => id)
  const superseding = rows.flatMap(({ superseded_by }) => superseded_by ?? [])
  return ctx.db.run<Neighbour>(
    sql`select d.id, d.key, d.title, d.superseded_by from ${fromDecisions}
      where ${visible.where} and d.deleted_at is null
        and (d.superseded_by = any(${ids}::uuid[]) or d.id = any(${superseding}::uuid[])) order by d.id limit 2000`,
  )
}

function nameOf({ id, key, title }: Neighbour) {
  return { id, key, title }
}

export interface ChainRow {
  id: string
  key: string
  title: string
  status: DecisionStatus
  decided_at: string | null
}

/** Returns the visible decisions that this one supersedes or is superseded by, directly or indirectly, oldest first. */
export async function chainOf(ctx: DecisionContext, { id }: SeenDecision): Promise<ChainRow[]> {
  const visible = decisionsVisibleTo(ctx)
  return ctx.db.run<ChainRow>(
    sql`with recursive
       earlier as (
         select id, superseded_by from decisions where id = ${id}
         union select d.id, d.superseded_by from decisions d join earlier e on d.superseded_by = e.id),
       later as (
         select id, superseded_by from decisions where id = ${id}
         union select d.id, d.superseded_by from decisions d join later l on d.id = l.superseded_by)
     select d.id, d.key, d.title, d.status, d.decided_at from ${fromDecisions}
      where ${visible.where} and d.deleted_at is null
        and d.id in (select id from earlier union select id from later) order by d.number limit 200`,
  )
}
