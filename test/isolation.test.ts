import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Role, roles } from '../server/operations/caller.ts'
import type { Operation } from '../server/operations/operation.ts'
import { operations } from '../server/operations/registry.ts'
import { type TestServer, connectAgent, engines, startTestServer } from './harness.ts'
import { type Answer, overHttp, overMcp } from './both-doors.ts'
import { endings, givenFor, thingsFor } from './given.ts'
import { referencesOf, refersToThings, sampleInput } from './sample-input.ts'
import { makeTeam } from './teams.ts'
import {
  type World,
  agentToken,
  buildThings,
  buildWorld,
  expiredSession,
  impersonate,
  marker,
  keyOfRemoved,
  revokedKey,
  signedOut,
  snapshot,
  suspended,
} from './world.ts'

/*
 * Every operation, through both doors, as every kind of caller. The expectation is computed from the declaration; an
 * operation that is added to all.ts is tried here without another line.
 */
const closed = operations.map(({ operation }) => operation).filter(({ access }) => !access.open)
const lasting = closed.filter(({ id }) => !endings.includes(id))
let cases = 0

for (const engine of engines) {
  describe(`isolation, on ${engine}`, () => {
    let server: TestServer
    let world: World
    let things: Record<string, string>
    let untouched: string
    before(async () => {
      server = await startTestServer(engine)
      world = await buildWorld(server)
      things = await buildThings(world.owner)
      things.credential = (await world.owner.call('credentials.createMcpToken', { name: marker })).id
      things.team = (await makeTeam(server, world.owner)).id
      untouched = await snapshot(server, things)
    })
    after(async () => {
      await server.stop()
      console.log(`# isolation: ${cases} cases so far`)
    })

    describe('whoever has no standing gets nothing', () => {
      const credentials: [who: string, token: () => Promise<string | null>, status: number, code: string][] =
        [
          ['anonymous', async () => null, 401, 'unauthenticated'],
          [
            'with a forged token',
            async () => 'eyJhbGciOiJFZERTQSJ9.eyJzaWQiOiJ4In0.AAAA',
            401,
            'invalid_credential',
          ],
          ['with an expired session', () => expiredSession(server, world.owner), 401, 'invalid_credential'],
          ['signed out', () => signedOut(server, world.owner), 401, 'invalid_credential'],
          ['suspended', () => suspended(server, world.owner), 403, 'suspended'],
          ['with a revoked key', () => revokedKey(world.owner), 401, 'invalid_credential'],
          [
            'with the key of a removed member',
            () => keyOfRemoved(server, world.owner),
            401,
            'invalid_credential',
          ],
        ]
      for (const [who, makeToken, status, code] of credentials) {
        it(who, async () => {
          const token = await makeToken()
          for (const operation of closed.filter(({ http }) => http)) {
            expectRefusal(
              await overHttp(server, operation, token, sampleInput(operation, things)),
              status,
              code,
              operation,
              who,
            )
          }
          const answer = await fetch(`${server.url}/mcp`, {
            method: 'POST',
            headers: {
              'Content-Type': 'application/json',
              ...(token && { Authorization: `Bearer ${token}` }),
            },
            body: '{}',
          })
          assert.ok([401, 403].includes(answer.status), `${who} at the MCP door`)
        })
      }
    })

    describe('another organization sees and changes nothing', () => {
      it('over HTTP', () =>
        foreign((operation, input) => overHttp(server, operation, world.outsider.token, input)))

      it('over MCP', async () => {
        const agent = await world.outsider.agent()
        await foreign((operation, input) => overMcp(operation, agent, input))
        await agent.close()
      })

      it('not even by naming the organization', async () => {
        const headers = { 'X-Organization': world.owner.organization.slug }
        for (const operation of closed.filter(({ http }) => http)) {
          const answer = await overHttp(
            server,
            operation,
            world.outsider.token,
            sampleInput(operation, things),
            headers,
          )
          expectRefusal(answer, 404, 'no_organization', operation, 'outsider')
        }
      })
    })

    for (const role of roles) {
      describe(`in the organization, the ${role} may do what the rule says`, () => {
        it('over HTTP', () =>
          byRole(role, (operation, input) => overHttp(server, operation, world.of(role).token, input)))

        it('over MCP', async () => {
          const agent = await world.of(role).agent()
          await byRole(role, (operation, input) => overMcp(operation, agent, input))
          await agent.close()
        })
      })
    }

    it('a read-only key and token read and never write', async () => {
      const key = await world.owner.call('credentials.createApiKey', { name: 'reader', scopes: ['read'] })
      const agent = await world.owner.agent({ scopes: ['read'] })
      for (const operation of closed.filter(({ reads, access }) => !reads && !access.sessionOnly)) {
        const input = sampleInput(operation, things)
        if (operation.http)
          expectRefusal(
            await overHttp(server, operation, key.value, input),
            403,
            'scope_missing',
            operation,
            'reader',
          )
        if (operation.tool)
          expectRefusal(await overMcp(operation, agent, input), 403, 'scope_missing', operation, 'reader')
      }
      await agent.close()
    })

    it('keys and impersonators cannot reach credentials', async () => {
      const key = await world.owner.call('credentials.createApiKey', {
        name: 'all',
        scopes: ['read', 'write', 'admin'],
      })
      const impersonator = await impersonate(server, world.of('admin'), world.owner)
      for (const operation of closed.filter(({ access }) => access.sessionOnly)) {
        for (const token of [key.value, impersonator]) {
          expectRefusal(
            await overHttp(server, operation, token, sampleInput(operation, things)),
            403,
            'session_needed',
            operation,
            'key',
          )
        }
      }
    })

    it('ids that are random or deleted are not found, even by the owner', async () => {
      const gone = await buildThings(world.owner)
      await world.owner.call('projects.delete', { project: gone.project! })
      const random = {
        project: randomUUID(),
        task: randomUUID(),
        trash: randomUUID(),
        credential: randomUUID(),
      }
      for (const operation of closed.filter((candidate) => refersToThings(candidate))) {
        for (const missing of [
          random,
          { ...random, project: gone.project!, task: gone.task!, trash: gone.trash! },
        ]) {
          const answer = await overHttp(server, operation, world.owner.token, sampleInput(operation, missing))
          expectRefusal(answer, 404, 'not_found', operation, 'owner')
        }
      }
    })

    it('an agent acts under its own name on behalf of its person, who sees no more through it', async () => {
      const { value, id } = await agentToken(server, world.of('guest'), world.owner, 'Scout')
      const agent = await connectAgent(server.url, value, id, 'http')
      assert.equal((await agent.call('get_project', { project: things.project })).isError, true)
      await agent.close()
      const ofOwner = await agentToken(server, world.owner, world.owner, 'Builder')
      const builder = await connectAgent(server.url, ofOwner.value, ofOwner.id, 'http')
      const mine = await buildThings(world.owner)
      await builder.call('create_task', { project: mine.project, title: 'By an agent', assignee: 'me' })
      const [made] = (await world.owner.call('tasks.list', { project: mine.project!, limit: 1 })).items
      const names = [made!.createdBy.name, made!.createdBy.onBehalfOf?.name, made!.assignee?.name]
      assert.deepEqual(names, ['Builder', 'Owner', 'Builder'])
      await builder.close()
    })

    it('what an impersonator does is told with both names', async () => {
      const token = await impersonate(server, world.of('admin'), world.owner)
      const mine = await buildThings(world.owner)
      await overHttp(server, operationBy('tasks.complete'), token, { task: mine.task })
      const { activity } = await world.owner.call('projects.get', { project: mine.project! })
      assert.equal(activity[0]!.actor.name, 'Owner')
      assert.equal(activity[0]!.actor.impersonatedBy?.name, 'admin')
    })

    it('and after all that, nothing of it was touched', async () => {
      assert.equal(await snapshot(server, things), untouched)
    })

    async function foreign(ask: (operation: Operation, input: Record<string, unknown>) => Promise<Answer>) {
      for (const operation of lasting) {
        for (const optional of [false, true]) {
          const answer = await ask(operation, sampleInput(operation, things, optional))
          if (answer.status === 0) continue
          cases++
          assert.ok(!answer.text.includes(marker), `${operation.id} leaked: ${answer.text}`)
          if (operation.access.platformAdmin)
            expectRefusal(answer, 403, 'administrators_only', operation, 'outsider')
          else if (refersToThings(operation)) expectRefusal(answer, 404, 'not_found', operation, 'outsider')
          else assert.ok(answer.status < 500, `${operation.id}: ${answer.text}`)
        }
      }
    }

    async function byRole(
      role: Role,
      ask: (operation: Operation, input: Record<string, unknown>) => Promise<Answer>,
    ) {
      const person = world.of(role)
      for (const operation of lasting) {
        const { leastRole = 'guest', platformAdmin } = operation.access
        const enough = platformAdmin
          ? person.user.role === 'admin'
          : roles.indexOf(role) >= roles.indexOf(leastRole)
        // A guest sees nothing that was not shared with them by name, and nobody the workspace of another.
        const hidden = role === 'guest' || (!enough && operation.access.also?.includes('owner of it'))
        const unseen = hidden && refersToThings(operation) && !operation.access.sessionOnly
        const fresh =
          enough && !unseen
            ? await thingsFor(operation, referencesOf(operation), { owner: world.owner, person, server })
            : things
        const special = enough && !unseen ? await givenFor(operation.id, person, server) : {}
        const answer = await ask(operation, { ...sampleInput(operation, fresh), ...special })
        if (answer.status === 0) continue
        cases++
        const said = `${operation.id} as ${role}: ${answer.status} ${answer.text}`
        if (enough && !unseen) assert.ok(answer.status < 400, said)
        else assert.ok(unseen ? [403, 404].includes(answer.status) : answer.status === 403, said)
        if (answer.status >= 400) assert.ok(!answer.text.includes(marker), said)
      }
    }

    function expectRefusal(
      answer: Answer,
      status: number,
      code: string,
      { id }: Operation,
      who: string,
    ): void {
      cases++
      assert.deepEqual([answer.status, answer.code], [status, code], `${id} as ${who}: ${answer.text}`)
      assert.ok(!answer.text.includes(marker), `${id} leaked to ${who}`)
    }
  })
}

function operationBy(id: string): Operation {
  return operations.find(({ operation }) => operation.id === id)!.operation
}
