import { randomBytes } from 'node:crypto'
import routes from '../contract/routes.json' with { type: 'json' }
import { type Config, readConfig } from '../server/config.ts'
import { FolderInUse } from '../server/database/folder-lock.ts'
import { type Client, Problem, createClient } from '../server/assembly/client.ts'
import { OperatorError, reportFailure } from '../server/platform/operator-error.ts'
import { preflight } from '../server/preflight.ts'
import type { RunningServer } from '../server/start.ts'
import { startCommand } from './command.ts'
import { type NewTask, type Plan, examples } from './demo-data.ts'
import { addKnowledge } from './demo-knowledge.ts'
import { loadEnvFile } from './env-file.ts'

/**
 * Adds an example organization to the configured database, once. Uses only the doors that users and agents use, so the
 * data is what they could have created.
 */
const email = 'demo@example.com'

startCommand(
  'Usage: npm run demo\n\nAdds an example organization to the configured database and prints its account.',
)
try {
  loadEnvFile()
  const config = readConfig(process.env)
  const server = await openServer(config)
  try {
    await addDemo(server.url, config.APP_URL)
  } finally {
    await server.stop()
  }
} catch (error) {
  reportFailure(error instanceof Problem ? new OperatorError(error.message) : error)
}

/** Returns the server that runs on the data folder, or starts a private one. */
async function openServer(config: Config): Promise<Pick<RunningServer, 'url' | 'stop'>> {
  try {
    preflight(process.env)
  } catch (error) {
    const url = `http://127.0.0.1:${config.PORT}`
    if (error instanceof FolderInUse && (await isServing(url))) return { url, stop: async () => {} }
    throw error
  }
  // Loading the server takes seconds, so help and configuration errors are printed first.
  const [{ startServer }, { createLog }] = await Promise.all([
    import('../server/start.ts'),
    import('../server/platform/log.ts'),
  ])
  // Uses a free port on the loopback interface, so that it doesn't conflict with the instance's own server.
  return startServer(
    { ...config, HOST: '127.0.0.1', PORT: 0, RATE_LIMIT_API: 1_000_000, RATE_LIMIT_MCP: 1_000_000 },
    { jobs: false, log: createLog('error') },
  )
}

async function isServing(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Returns null if the account exists. Each run chooses a new password, so it can't sign in. */
async function signUp(call: Client, password: string) {
  const newcomer = { email, password, name: 'Demo', organization: 'Demo organization' }
  try {
    const result = await call('accounts.register', newcomer)
    if ('token' in result) return result
    // With a mail server, the response is the same for every address.
    const login = await call('accounts.logIn', { email, password })
    return 'token' in login ? login : null
  } catch (error) {
    if (error instanceof Problem && ['already_taken', 'wrong_login'].includes(error.code)) return null
    throw error
  }
}

async function addDemo(url: string, appUrl: string): Promise<void> {
  const password = randomBytes(12).toString('base64url')
  const connect = (token: string | null) => createClient({ baseUrl: url, routes, token: () => token })
  const registered = await signUp(connect(null), password)
  if (!registered)
    return console.log(`The example organization already exists. Sign in at ${appUrl} as ${email}.`)
  const isAdmin = registered.user.role === 'admin'
  // Printed before anything can fail, because the password can't be shown again.
  console.log(`
  The account of the example organization, for ${appUrl}

    email address  ${email}
    password       ${password}

  The password is shown only once.${isAdmin ? ' As the first account, it administers this instance.' : ''}
`)
  const call = connect(registered.token)
  const agent = await call('credentials.createMcpToken', { name: 'Demo agent', agent: 'Builder' })
  const added: string[] = []
  for (const { tasks, plan, ...project } of examples()) {
    const { slug, name } = await call('projects.create', project)
    const keys = new Map<string, string>()
    for (const task of tasks)
      keys.set(task.title, await addTask(call, { url, token: agent.value }, slug, task))
    if (plan) {
      const { username } = registered.user
      await addPlan(call, { url, token: agent.value }, slug, { ...plan, keys, username })
      await addKnowledge(call, (name, input) => useTool({ url, token: agent.value }, name, input), slug)
    }
    added.push(`"${name}" with ${tasks.length} tasks`)
  }
  // The token is not needed any more.
  await call('credentials.revokeMcpToken', { mcpToken: agent.id })
  await call('accounts.logOut', {})
  console.log(`  Added the projects ${added.join(' and ')}.\n`)
}

type Agent = { url: string; token: string }
type Created = { key: string; id: string }

/** Creates a task, and completes it if it has notes: as the user over HTTP, or as an agent over MCP. */
async function addTask(call: Client, agent: Agent, project: string, { notes, byAgent, ...task }: NewTask) {
  if (byAgent) {
    const { key } = await useTool(agent, 'create_task', { ...task, project })
    if (notes) await useTool(agent, 'complete_task', { task: key, notes })
    return key
  }
  const { key } = await call('tasks.create', { ...task, project })
  if (notes) await call('tasks.complete', { task: key, notes })
  return key
}

/** Adds the epic, stories, dependencies, comments and feature around the tasks. */
async function addPlan(
  call: Client,
  agent: Agent,
  project: string,
  plan: Plan & { keys: Map<string, string>; username: string },
): Promise<void> {
  const { epic, stories, before, comments, question, feature, username } = plan
  const keyOf = (title: string) => plan.keys.get(title)!
  const { key: epicKey } = await call('epics.create', { project, ...epic, status: 'active' })
  for (const [title, tasks] of Object.entries(stories)) {
    const { key: story } = await call('stories.create', { project, epic: epicKey, title, status: 'active' })
    for (const task of tasks) await call('tasks.update', { task: keyOf(task), story })
  }
  for (const [first, then] of before)
    await call('dependencies.add', { task: keyOf(first), kind: 'blocks', other: keyOf(then) })
  for (const [task, body] of Object.entries(comments))
    await call('comments.create', { item: keyOf(task), body })
  // The mention creates a notification.
  await useTool(agent, 'update_task', {
    task: keyOf(question.task),
    assignee: username,
    comment: `@${username}, ${question.text}`,
  })

  const { commit, report, tasks, ...described } = feature
  const created = await useTool(agent, 'create_feature', {
    project,
    ...described,
    kind: 'bug',
    workflow: 'hotfix',
  })
  for (const task of tasks) await call('tasks.update', { task: keyOf(task), feature: created.key })
  for (const evidence of [
    { kind: 'commit', reference: commit },
    { kind: 'test_report', content: report },
  ])
    await useTool(agent, 'advance_feature', { feature: created.key, evidence: [evidence] })
}

async function useTool({ url, token }: Agent, name: string, input: object): Promise<Created> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
  const text = await response.text()
  // A Streamable HTTP server responds with JSON or with a stream of one event.
  const message: { result?: { isError?: boolean; content: { text: string }[] } } = JSON.parse(
    /^data: (.+)$/m.exec(text)?.[1] ?? text,
  )
  const [content] = message.result?.content ?? []
  if (!content || message.result?.isError) throw new Error(`The tool ${name} failed: ${text}`)
  const created: Created = JSON.parse(content.text)
  return created
}
