import type { Queries } from '../../../database/connect.ts'
import type { Embedded } from '../../search/embed.ts'
import { indexEntries } from '../../search/entries.ts'
import type { MemoryRow } from './tables.ts'

/** Adds an entry to the search index or updates it there. Without `embedded`, a background job adds the vector. */
export function indexMemory(
  db: Queries,
  row: MemoryRow,
  { embedded, isNew = false }: { embedded?: Embedded | undefined; isNew?: boolean } = {},
): Promise<void> {
  const entry = {
    kind: 'memory' as const,
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    ownerId: row.owner_id,
    agentId: row.agent_id,
    sessionId: row.session_id,
    body: row.content,
    tags: row.tags,
    importance: row.importance,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    embedded,
  }
  return indexEntries(db, [entry], { areNew: isNew })
}
