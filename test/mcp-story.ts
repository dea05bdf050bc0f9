import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'

/** Calls a tool through some client and returns its `structuredContent`. */
export type CallTool = (tool: string, input: Record<string, unknown>) => Promise<ToolOutput>

/** The fields that the story reads. */
interface ToolOutput {
  id: string
  slug: string
  key: string
  status: string
  gate: string
  task: { key: string } | null
  claim: number
  memory: { id: string; content: string }
  session: { id: string; status: string }
  items: ToolOutput[]
}

/** Runs a working day of an agent, from a new project to the end of its session, with any client. */
export async function runStory(call: CallTool, client: string): Promise<void> {
  const words = `${client} ${randomUUID()}`
  const { slug: project } = await call('create_project', { name: `Story ${randomUUID().slice(0, 8)}` })
  const { id: session } = await call('create_session', { project, context: words })
  const first = await call('create_task', { project, title: `First: ${words}`, priority: 'high' })
  const second = await call('create_task', { project, title: `Second: ${words}` })

  const claimed = await call('claim_task', { project })
  assert.equal(claimed.task!.key, first.key, 'the more urgent one comes first')
  const done = await call('complete_task', { task: first.key, claim: claimed.claim, notes: 'Done.' })
  assert.equal(done.status, 'complete')
  const { items: open } = await call('list_tasks', { project, status: ['todo'] })
  assert.deepEqual(
    open.map(({ key }) => key),
    [second.key],
  )
  await call('delete_task', { task: second.key })
  await call('restore_item', { kind: 'task', item: second.key })
  assert.equal((await call('get_task', { task: second.key })).status, 'todo')

  const { memory } = await call('store_memory', { project, content: `The kettle is blue, says ${words}.` })
  const { items: found } = await call('search_memory', { project, query: 'what colour is the kettle?' })
  assert.equal(found[0]!.id, memory.id)

  const feature = await call('create_feature', { project, title: `Tea for ${client}` })
  assert.equal((await call('get_feature', { feature: feature.key })).gate, 'design')
  await call('end_session', { session, summary: `Tea was made by ${client}.` })
  const { items: sessions } = await call('list_sessions', { project })
  assert.deepEqual(
    sessions.map(({ id, status }) => [id, status]),
    [[session, 'ended']],
  )
}
