import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { type OperationError, problem } from '../../errors/errors.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { toOperationError } from '../../operations/perform.ts'
import { step } from '../../operations/progress.ts'
import { agentCalled } from '../agents/access.ts'
import { createsItems } from './access.ts'
import { type ImportedItem, readImportFile } from './import-file.ts'
import { importItem, linkItem } from './import-item.ts'
import { type References, findReferences, mapReferences } from './import-references.ts'
import { syncKindName } from './item.ts'

const maxFileBytes = 50 * 1024 * 1024

export const importSync = operation({
  id: 'sync.import',
  summary: 'Import an export file: creates its items under new ids. A second import creates nothing twice.',
  http: 'POST /api/sync/import',
  access: createsItems,
  upload: 'file',
  uploadTypes: ['application/json'],
  maxUploadBytes: () => maxFileBytes,
  ownTransactions: true,
  input: z.object({ file: z.file().describe('The file of GET /api/sync/export, or a part of its items.') }),
  output: z.object({
    created: z.int(),
    existing: z.int().describe('Items of the file that were already here, also in the trash.'),
    refused: z
      .array(z.object({ kind: syncKindName, id: z.uuid(), problem: z.record(z.string(), z.unknown()) }))
      .describe('Items that were not created, with the error of each.'),
  }),
}).run(async (ctx, { file }) => {
  const { syncKinds: kinds } = ctx.app
  const items = await readImportFile(file, kinds)
  const references = await findReferences(ctx.db, kinds, ctx.organization.id, items)
  const result = new ImportResult(ctx)
  const created: ImportedItem[] = []
  for (const [index, item] of items.entries()) {
    step(ctx.request, index, items.length, `importing ${item.kind} ${item.id}`)
    await result.attempt(item, async () => {
      if (await storeItem(ctx, references, item)) created.push(item)
    })
    if (!references.items.has(item.id)) references.items.set(item.id, null)
  }
  for (const item of created)
    await result.attempt(item, async () => {
      const kind = kinds[item.kind]
      const fields = mapReferences(kind, item, references)
      await linkItem(ctx, kind, references.items.get(item.id)!, fields)
    })
  const existing = items.filter(({ id }) => references.items.get(id)).length - created.length
  return { created: created.length, existing, refused: result.refused }
})

type ImportContext = Context & InOrganization

/** Stores an item unless it exists. Returns whether it was created. */
async function storeItem(ctx: ImportContext, references: References, item: ImportedItem): Promise<boolean> {
  if (references.items.get(item.id)) return false
  const same = await findSameAgent(ctx, item)
  const kind = ctx.app.syncKinds[item.kind]
  const stored = same ?? (await importItem(ctx, kind, item, mapReferences(kind, item, references)))
  references.items.set(item.id, stored.id)
  return stored.isNew
}

/** Agents have unique names, so an agent with the same name is the same one. */
async function findSameAgent({ db, organization }: ImportContext, { kind, id, fields }: ImportedItem) {
  if (kind !== 'agent' || typeof fields.name !== 'string') return undefined
  const agent = await agentCalled(db, organization.id, fields.name)
  if (!agent) return undefined
  await db.run(
    sql`insert into sync_imports (organization_id, source_id, item_kind, item_id)
      values (${organization.id}, ${id}, ${kind}, ${agent.id}) on conflict (organization_id, source_id) do nothing`,
  )
  return { id: agent.id, isNew: false }
}

/** Collects the items that an import rejects, and continues with the next. */
class ImportResult {
  readonly refused: { kind: ImportedItem['kind']; id: string; problem: Record<string, unknown> }[] = []
  readonly #ctx: ImportContext

  constructor(ctx: ImportContext) {
    this.#ctx = ctx
  }

  async attempt({ kind, id }: ImportedItem, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const rejection = toOperationError(error)
      // The caller can send the file again: it continues where it stopped.
      if (!rejection || rejection.status >= 500 || rejection.code === 'cancelled') throw error
      this.refused.push({ kind, id, problem: this.#problemOf(rejection) })
    }
  }

  #problemOf(rejection: OperationError): Record<string, unknown> {
    const { app, request } = this.#ctx
    return problem(rejection, request.id, app.config.APP_URL)
  }
}
