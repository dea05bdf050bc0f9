import type { Queries } from '../../../database/connect.ts'
import {
  type MemoryWithNames,
  fromMemories,
  memoryItself,
  memoryWithNames,
} from '../../memory/memories/memory.ts'
import { projectsSeenAnywhere } from '../../projects/access.ts'
import {
  type SessionWithNames,
  fromSessions,
  sessionItself,
  sessionWithNames,
} from '../../memory/sessions/session.ts'
import { isBy, maxExported } from './own-work.ts'

/* The sessions of a user and the memory entries of the user and their agents that the user can still see. */

export async function sessionsOf(db: Queries, userId: string) {
  const rows = await db.run<SessionWithNames>(
    `select ${sessionWithNames.text} from ${fromSessions.text} where s.user_id = $1 and s.deleted_at is null and ${isVisible('s')}
      order by s.id desc limit ${maxExported + 1}`,
    [userId],
  )
  return rows.map(sessionItself)
}

export async function memoriesOf(db: Queries, userId: string) {
  const rows = await db.run<MemoryWithNames>(
    `select ${memoryWithNames.text} from ${fromMemories.text}
      where m.deleted_at is null and (m.owner_id = $1 or m.owner_id is null and ${isBy('m.created_by')}) and ${isVisible('m')}
      order by m.id desc limit ${maxExported + 1}`,
    [userId],
  )
  return rows.map(memoryItself)
}

function isVisible(row: string): string {
  return `${row}.organization_id in (select o.organization_id from organization_members o where o.user_id = $1)
    and (${row}.project_id is null
      or ${row}.project_id in (select p.id from ${projectsSeenAnywhere} where p.deleted_at is null))`
}
