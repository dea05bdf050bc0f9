import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { overHttp } from '../../../test/both-doors.ts'
import { addMember, addTeam, addToTeam } from '../../../test/world.ts'
import { operations } from '../../assembly/registry.ts'
import { sql } from '../../database/sql.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { type InOrganization, requireOrganization } from '../../operations/access.ts'
import { noCookies } from '../../operations/context.ts'
import type { Operation } from '../../operations/operation.ts'
import { parse } from '../../operations/perform.ts'
import {
  type SyncKind,
  fieldsOf,
  inputToCreate,
  inputToUpdate,
  syncKindNames,
} from '../../operations/sync-kind.ts'
import { transact } from '../../operations/transact.ts'
import { newId } from '../../platform/ids.ts'
import { toCamelCase } from '../../platform/names.ts'
import { authenticateForHttp } from '../auth/credentials/authenticate.ts'
import { readScopes } from './scopes.ts'
import { samples } from './test-samples.ts'

const request = { id: 'sync', network: '203.0.113.7', userAgent: 'baton', cookies: noCookies }

for (const engine of oneEngine) {
  describe(`synced kinds, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    const ids: Record<string, string> = {}
    const kindOf = ({ kind }: (typeof samples)[number]) => server.app.syncKinds[kind]

    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      ids.ada = ada.user.id
      for (const name of ['team', 'other team']) {
        const team = await addTeam(server, ada)
        ids[name] = (await ada.call('teams.get', { team })).id
      }
      for (const sample of samples) await create(sample)
    })
    after(() => server.stop())

    async function create(sample: (typeof samples)[number]) {
      const kind = kindOf(sample)
      const fields = sample.fields(ids)
      const id = (ids[sample.name] = newId())
      await run(kind.create, inputToCreate(kind, fields), id)
      for (const later of kind.afterCreate?.(fields) ?? [])
        await run(kind.update, inputToUpdate(kind, (await read(kind, id))!, later))
    }

    /** Runs an operation as a push does: what it prepares runs before the transaction. */
    async function run(operation: Operation, input: Record<string, unknown>, createId?: string) {
      const { app } = server
      const { caller } = await grantedTo(ada.token)
      const parsed = parse(operation, input)
      const asked = { caller, db: app.database, reads: false, hold: false }
      const granted = await operation.access.check(asked, parsed)
      const prepared = await operation.prepare?.({ app, caller, request, ...granted } as never, parsed)
      return transact(app, caller, request, ({ perform }) =>
        perform(operation, input, { ...(createId && { createId }), ...(prepared && { prepared }) }),
      )
    }

    async function grantedTo(token: string): Promise<InOrganization> {
      const caller = await authenticateForHttp(server.app, token, undefined, () => request)
      return requireOrganization(caller, true, 'guest')
    }

    async function read(kind: SyncKind, id: string, token = ada.token): Promise<DeletableRow | undefined> {
      const { database } = server.app
      const scopes = await readScopes(database, await grantedTo(token))
      const [row] = await database.run<DeletableRow>(
        sql`select ${kind.columns} from ${kind.from} where ${kind.within(scopes)} and t.id = ${id}`,
      )
      return row
    }

    it('stores each item under the id of the device, with every field', async () => {
      assert.deepEqual([...new Set(samples.map(({ kind }) => kind))].toSorted(), syncKindNames.toSorted())
      for (const sample of samples) {
        const kind = kindOf(sample)
        const row = await read(kind, ids[sample.name]!)
        const fields = fieldsOf(kind, row!)
        assert.deepEqual({ ...fields, ...sample.fields(ids) }, fields, sample.name)
        const missing = Object.keys(fields).filter((name) => fields[name] === undefined)
        assert.deepEqual(missing, [], sample.name)
      }
    })

    it('rejects an id that exists', async () => {
      for (const sample of samples) {
        const kind = kindOf(sample)
        // Another name, because that of the item is taken too.
        const { slug: _, key: __, ...fields } = sample.fields(ids)
        const input = inputToCreate(kind, { ...fields, ...('name' in fields && { name: newId().slice(24) }) })
        await assert.rejects(run(kind.create, input, ids[sample.name]), (error: Error) => {
          const { constraint = '' } = error as { constraint?: string }
          return constraint === `${kind.table}_pkey` || error.message.includes(ids[sample.name]!)
        })
      }
    })

    it('shows each reader the items that the API shows', async () => {
      const member = await addMember(server, ada, 'member')
      const colleague = await addMember(server, ada, 'member')
      await addToTeam(server, (await ada.call('teams.get', { team: ids.team! })).slug, colleague, 'member')
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project: ids.project!, user: guest.user.username })
      const bound = await ada.call('credentials.createApiKey', { name: 'bound', project: ids.project! })
      const admin = await addMember(server, ada, 'admin')
      const tokens = [ada, member, colleague, guest, admin].map(({ token }) => token)
      const stranger = await server.register('Stranger')
      for (const sample of samples) {
        const kind = kindOf(sample)
        const own = await read(kind, ids[sample.name]!)
        const id = kind.create.id.replace(/\.\w+$/, '.get')
        const get = operations.find(({ operation }) => operation.id === id)!.operation
        for (const [index, token] of [...tokens, bound.value].entries()) {
          const row = await read(kind, ids[sample.name]!, token)
          const { status } = await overHttp(server, get, token, kind.address(own!))
          assert.equal(row !== undefined, status === 200, `${sample.name} for reader ${index}`)
        }
        assert.equal(await read(kind, ids[sample.name]!, stranger.token), undefined, sample.name)
      }
    })

    it('names a scope that the reader has', async () => {
      const scopes = await readScopes(server.app.database, await grantedTo(ada.token))
      const own = ['public', 'organization', `user:${ids.ada}`]
      const all = [
        ...own,
        ...scopes.projects.map((id) => `project:${id}`),
        ...scopes.teams.map((id) => `team:${id}`),
      ]
      for (const sample of samples) {
        const kind = kindOf(sample)
        const scope = kind.scopeOf((await read(kind, ids[sample.name]!))!, scopes)
        assert.ok(all.includes(scope), `${sample.name}: ${scope}`)
      }
    })

    it('changes each field that an update takes, and names its columns in the journal', async () => {
      for (const sample of samples) {
        if (!sample.changes) continue
        const kind = kindOf(sample)
        const changes = sample.changes(ids)
        const taken = Object.entries(kind.fields).filter(
          ([, { writtenBy = 'update' }]) => writtenBy === 'update',
        )
        const unchanged = sample.kind === 'skill' ? ['scope'] : []
        const names = taken.map(([name]) => name).filter((name) => !unchanged.includes(name))
        assert.deepEqual(names.toSorted(), Object.keys(changes).toSorted(), sample.name)
        const row = (await read(kind, ids[sample.name]!))!
        await run(kind.update, inputToUpdate(kind, row, changes))
        const changed = (await read(kind, row.id))!
        assert.deepEqual({ ...fieldsOf(kind, changed), ...changes }, fieldsOf(kind, changed), sample.name)
        assert.equal(changed.version, row.version + 1, sample.name)

        const events = await server.app.database.run<{
          changes: object | null
          data: { omitted?: string[] } | null
        }>(
          sql`select changes, data from journal where subject_id = ${row.id} and version = ${changed.version}`,
        )
        const journaled = new Set(events.flatMap((event) => Object.keys(event.changes ?? {})))
        const omitted = new Set(events.flatMap((event) => event.data?.omitted ?? []))
        for (const name of names) {
          const { columns, unjournaled = false } = kind.fields[name]!
          assert.equal(
            columns.some((column) => journaled.has(toCamelCase(column))),
            !unjournaled,
            `${sample.name}.${name}`,
          )
          assert.equal(omitted.has(name), unjournaled, `${sample.name}.${name}`)
        }
      }
    })

    it('deletes each item by its address, and hides memory with its session', async () => {
      for (const sample of samples.toReversed()) {
        const kind = kindOf(sample)
        const row = (await read(kind, ids[sample.name]!))!
        if (sample.name === 'private memory') continue
        await run(kind.remove, kind.address(row))
        const deleted = await read(kind, row.id)
        // The scopes of a user don't include a deleted project.
        assert.ok(sample.kind === 'project' ? !deleted : deleted?.deleted_at, sample.name)
      }
      assert.equal(await read(server.app.syncKinds.memory, ids['private memory']!), undefined)
    })
  })
}
