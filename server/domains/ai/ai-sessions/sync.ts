import { sql } from '../../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { fixedProject, projectScope } from '../../projects/synced-in-project.ts'
import type { AiSessionRow } from '../tables.ts'
import { aiSessionKind } from './ai-session.ts'
import { deleteAiSession, renameAiSession } from './change-ai-session.ts'
import { createAiSession } from './create-ai-session.ts'

interface SyncedRow extends AiSessionRow {
  history: object[]
}

const fields: SyncFields = {
  project: fixedProject,
  title: { columns: ['title'] },
  shared: { columns: ['shared'], writtenBy: 'none' },
  // A copy to read. Questions need the server.
  messages: { columns: ['messages'], writtenBy: 'none', value: ({ history }: SyncedRow) => history },
}

/** The texts of the messages, without their sources, which not every reader can see. */
const history = sql`(select coalesce(jsonb_agg(jsonb_build_object('role', m.role, 'text', m.text, 'outcome', m.outcome,
    'createdAt', to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.number), '[]') from ai_messages m where m.session_id = t.id)`

export const syncedAiSessions: SyncKind<AiSessionRow> = {
  ...aiSessionKind,
  name: 'ai_session',
  fields,
  columns: sql`${columnsOf(fields, 'owner_id', 'private_to')}, ${history} as history`,
  from: sql`ai_sessions t`,
  within({ organizationId, projects, user, owner = user }) {
    const isOwner = owner === null ? sql`false` : sql`t.owner_id = ${owner}`
    const isOwn = user === null ? sql`false` : isOwner
    return sql`(t.project_id = any(${projects}) and (t.shared or ${isOwner})
      or t.project_id is null and ${isOwn} and t.organization_id = ${organizationId})`
  },
  scopeOf: ({ project_id, owner_id }) =>
    project_id === null ? `user:${owner_id}` : projectScope({ project_id }),
  scopeColumns: ['shared'],
  exportOnly: true,
  create: createAiSession,
  update: renameAiSession,
  remove: deleteAiSession,
  address: ({ id }) => ({ aiSession: id }),
}
