import { sql } from '../server/database/sql.ts'
import { type Person, type TestServer, indexed } from './harness.ts'
import { givenMcpSignIn } from './given-mcp-sign-in.ts'
import { buildThings } from './things.ts'
import { join } from './world.ts'

/** Headings, a list, code and a table, in the order in which authors write them. */
const markdown = `# Teapot

Pour **slowly**, see \`tea_pot\`.

### Steps

- [x] boil
- [ ] pour

\`\`\`
pour(water)
\`\`\`

| Cup | Size |
|---|---|
| small | 1 |
`

/**
 * Fills an organization and the instance, so that every page has content. Returns the values of the parameters of
 * routes, by their name or, where one name has several meanings, by route and name.
 */
export async function addExampleContent(
  server: TestServer,
  owner: Person,
): Promise<Record<string, string | undefined>> {
  const { call } = owner
  await server.app.database.run(sql`update users set role = 'admin' where id = ${owner.user.id}`)
  const things = await buildThings(server, owner, { text: 'Teapot' })
  const { project, task, feature, agent, skill, note, spec, memory, session, workflow, category } = things
  const { key } = await call('features.get', { feature: feature! })
  const { key: taskKey } = await call('tasks.update', {
    task: task!,
    status: 'in_progress',
    priority: 'high',
    labels: ['kitchen'],
  })
  await call('comments.create', { item: task!, body: markdown })
  await call('specs.update', { spec: spec!, content: markdown, reason: 'More steps.' })
  await call('skills.update', { skill: skill!, content: markdown })
  await call('notes.update', { note: note!, content: markdown })
  await call('memories.update', { memory: memory!, content: markdown })
  await call('sessions.end', { session: session!, as: 'checkpoint', summary: '**Half** done.' })
  const grace = await server.register('Grace')
  await join(server, grace, owner, 'member')
  await grace.call('reviews.submit', { feature: key, verdict: 'commented', body: markdown })
  await addConflicts(owner, grace, task!)
  await call('projects.share', { project: project!, public: true })
  await call('agents.update', { agent: agent!, publicSlug: 'teapot' })
  await call('notes.publish', { note: note!, slug: 'teapot' })
  const shared = await call('skills.create', { name: 'Teapot', content: markdown, scope: 'public' })
  const offer = { kind: 'skill', item: shared.id, category: 'other' } as const
  const { id: item } = await call('marketplace.publish', offer)
  const { id: post } = await call('communityPosts.create', { title: 'Teapot', body: markdown })
  const article = {
    title: 'Teapot',
    slug: 'teapot',
    content: markdown,
    summary: 'Tea.',
    state: 'published',
  } as const
  await call('posts.create', { ...article, categories: [category!] })
  await call('profiles.updateOwn', { public: true })
  await indexed(server)
  const { request } = (await givenMcpSignIn['mcpSignIn.get']!(owner, server, things)) as { request: string }
  const workflowId = (await call('workflows.get', { workflow: workflow! })).id!
  return {
    ...things,
    slug: project,
    feature: key,
    workflow: workflowId,
    item,
    post,
    request,
    '/items/$item item': task,
    '/projects/$slug/tasks/$task task': taskKey,
    '/public/$user/$slug user': owner.user.username,
    '/public/agents/$slug slug': 'teapot',
    '/public/notes/$slug slug': 'teapot',
    '/public/skills/$slug slug': shared.publicSlug!,
    doc: 'features',
    kind: 'posts',
    article: things.post,
    user: owner.user.id,
  }
}

/** Lets a device push changes of a task that another member changed first. */
async function addConflicts({ call }: Person, other: Person, task: string): Promise<void> {
  const { id: item, version } = await call('tasks.get', { task })
  const { id: device } = await call('devices.register', { machine: 'teapot', name: 'Teapot' })
  await other.call('tasks.update', { task, priority: 'urgent', description: `${markdown}\nStir.` })
  const fields = { priority: 'low', description: `${markdown}\nShake.` }
  const change = { id: 'teapot', kind: 'task', action: 'update', item, version, fields } as const
  await call('sync.push', { device, changes: [change] })
}
