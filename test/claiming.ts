import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import type { OutputOf } from '../server/assembly/client.ts'
import { type Agent, type Engine, startTestServer } from './harness.ts'
import { addMember } from './world.ts'

/** Two agents of Ada, her colleague Grace, and helpers for tests of claims. */
export type Claiming = Awaited<ReturnType<typeof startClaiming>>

export type Claimed = OutputOf<'tasks.claim'>

export interface ToolProblem {
  status: number
  code: string
  detail: string
  holder?: { name: string }
  until?: string
}

export async function startClaiming(engine: Engine) {
  const server = await startTestServer(engine)
  const ada = await server.register('Ada')
  const grace = await addMember(server, ada, 'member')
  const first = await ada.agent({ agent: 'First' })
  const second = await ada.agent({ agent: 'Second' })
  let projectCount = 0

  return {
    server,
    ada,
    grace,
    first,
    second,
    /** Creates a project for one test, so that tests never claim each other's tasks. */
    async project(...titles: string[]) {
      const { slug } = await ada.call('projects.create', { name: `Project ${++projectCount}` })
      const tasks = []
      for (const title of titles) tasks.push(await ada.call('tasks.create', { project: slug, title }))
      return { slug, tasks, keys: tasks.map(({ key }) => key) as [string, string, string] }
    },
    async claim(agent: Agent, input: Record<string, unknown>): Promise<Claimed> {
      const { isError, data } = await agent.call('claim_task', { detail: 'full', ...input })
      assert.equal(isError, false, JSON.stringify(data))
      return data as unknown as Claimed
    },
    async refusal(agent: Agent, tool: string, input: Record<string, unknown>): Promise<ToolProblem> {
      const { isError, data } = await agent.call(tool, { detail: 'full', ...input })
      assert.ok(isError, JSON.stringify(data))
      return data as unknown as ToolProblem
    },
    /** Expires the lease of a task. */
    runOut: (task: string) =>
      server.app.database.run(
        sql`update tasks set lease_until = now() - interval '1 second' where key = ${task}`,
      ),
    get: (task: string) => ada.call('tasks.get', { task }),
    async eventsOf({ id }: { id: string }) {
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      return items.filter(({ subject }) => subject.id === id)
    },
    async stop() {
      for (const agent of [first, second]) await agent.close()
      await server.stop()
    },
  }
}
