import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import {
  type MemoryWithNames,
  fromMemories,
  memoryItself,
  memoryWithNames,
} from '../../memory/memories/memory.ts'
import { projectsVisibleTo } from '../../projects/access.ts'
import {
  type SessionWithNames,
  fromSessions,
  sessionItself,
  sessionWithNames,
} from '../../memory/sessions/session.ts'
import { isDoneBy } from '../../../operations/actor.ts'
import { maxExported } from './own-work.ts'

/* The sessions of a user and the memory entries of the user and their agents that the user can still see. */

export async function sessionsOf(db: Queries, userId: string) {
  const rows = await db.run<SessionWithNames>(
    sql`select ${sessionWithNames} from ${fromSessions}
      where s.user_id = ${userId} and s.deleted_at is null and ${isVisibleTo(userId, sql`s`)}
      order by s.id desc limit ${sql.raw(maxExported + 1)}`,
  )
  return rows.map(sessionItself)
}

export async function memoriesOf(db: Queries, userId: string) {
  const rows = await db.run<MemoryWithNames>(
    sql`select ${memoryWithNames} from ${fromMemories}
      where m.deleted_at is null and ${isVisibleTo(userId, sql`m`)}
        and (m.owner_id = ${userId} or m.owner_id is null and ${isDoneBy(userId, sql`m.created_by`)})
      order by m.id desc limit ${sql.raw(maxExported + 1)}`,
  )
  return rows.map(memoryItself)
}

function isVisibleTo(userId: string, row: Sql): Sql {
  return sql`${row}.organization_id in (select o.organization_id from organization_members o where o.user_id = ${userId})
    and (${row}.project_id is null
      or ${row}.project_id in (select p.id from ${projectsVisibleTo(userId)} where p.deleted_at is null))`
}
