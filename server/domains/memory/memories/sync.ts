import { sql } from '../../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { fixedProject, followsProjectOrOwner } from '../../projects/synced-in-project.ts'
import { deleteMemory } from './delete-memory.ts'
import { memoryKind } from './memory.ts'
import { storeMemory } from './store-memory.ts'
import type { MemoryRow } from './tables.ts'
import { updateMemory } from './update-memory.ts'

const fields: SyncFields = {
  scope: { columns: ['scope'], writtenBy: 'create' },
  project: fixedProject,
  agent: { columns: ['agent_id'], refers: 'agent', writtenBy: 'create' },
  session: { columns: ['session_id'], refers: 'session', writtenBy: 'create' },
  kind: { columns: ['kind'] },
  content: { columns: ['content'] },
  tags: { columns: ['tags'] },
  // The column is a 4-byte float: 0.1 would be returned as 0.10000000149.
  importance: {
    columns: ['importance'],
    value: ({ importance }: MemoryRow) => Math.round(importance * 1000) / 1000,
  },
  validFrom: { columns: ['valid_from'] },
  validUntil: { columns: ['valid_until'] },
  expiresAt: { columns: ['expires_at'] },
  supersededBy: { columns: ['superseded_by'], refers: 'memory', writtenBy: 'update' },
}

export const syncedMemories: SyncKind<MemoryRow> = {
  ...memoryKind,
  name: 'memory',
  fields,
  columns: columnsOf(fields, 'owner_id'),
  from: sql`memories t`,
  within: (scopes) => sql`${followsProjectOrOwner.within(scopes)} and (t.session_id is null
    or exists (select 1 from sessions s where s.id = t.session_id and s.deleted_at is null))`,
  scopeOf: followsProjectOrOwner.scopeOf,
  hiddenWith: [
    { kind: 'session', column: 'session_id' },
    { kind: 'agent', column: 'agent_id' },
  ],
  create: storeMemory,
  update: updateMemory,
  remove: deleteMemory,
  address: ({ id }) => ({ memory: id }),
  afterCreate: ({ supersededBy }) => (supersededBy ? [{ supersededBy }] : []),
  created: ({ memory }: { memory: { id: string } }) => memory.id,
}
