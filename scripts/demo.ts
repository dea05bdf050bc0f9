import { randomBytes } from 'node:crypto'
import { type Config, readConfig } from '../server/config.ts'
import { type Client, Problem } from '../server/assembly/client.ts'
import { sql } from '../server/database/sql.ts'
import { OperatorError, reportFailure } from '../server/platform/operator-error.ts'
import { preflight } from '../server/preflight.ts'
import type { RunningServer } from '../server/start.ts'
import { startCommand } from './command.ts'
import { connectAgent, connectPerson, createActors } from './demo/actors.ts'
import { agentNames, agents, drawAvatar, joinOrganization, people, personNames } from './demo/people.ts'
import { projects } from './demo/projects.ts'
import { planStory } from './demo/story.ts'
import { createTimeline, daysAgo } from './demo/timeline.ts'
import { planWork } from './demo/work.ts'
import { loadEnvFile } from './env-file.ts'

/**
 * Adds an example organization with eight weeks of history to the configured database, once. Uses the doors that users
 * and agents use, so the data is what they could have created. Only the times are moved into the past afterwards.
 */
const { email } = people.mara

/** Eight weeks of work take seconds here. */
const withoutLimits = {
  RATE_LIMIT_API: 1_000_000,
  RATE_LIMIT_INVITATIONS: 1_000_000,
  RATE_LIMIT_MCP: 1_000_000,
  RATE_LIMIT_SIGN_IN: 1_000_000,
}

startCommand(
  'Usage: npm run demo\n\nAdds an example organization to the configured database and prints its account.',
)
try {
  loadEnvFile()
  const config = readConfig(process.env)
  const server = await openServer(config)
  try {
    await addDemo(server, config.APP_URL)
  } finally {
    await server.stop()
  }
} catch (error) {
  reportFailure(error instanceof Problem ? new OperatorError(error.message) : error)
}

/** Starts a private server on the configured database. The times of the example can't be changed through another one. */
async function openServer(config: Config): Promise<RunningServer> {
  preflight(process.env)
  // Loading the server takes seconds, so help and configuration errors are printed first.
  const [{ startServer }, { createLog }] = await Promise.all([
    import('../server/start.ts'),
    import('../server/platform/log.ts'),
  ])
  // Uses a free port on the loopback interface, so that it doesn't conflict with the instance's own server.
  return startServer(
    { ...config, HOST: '127.0.0.1', PORT: 0, ...withoutLimits },
    { jobs: false, search: false, followers: false, log: createLog('error') },
  )
}

/** Returns null if the account exists. Each run chooses a new password, so it can't sign in. */
async function signUp(call: Client, password: string) {
  const newcomer = { email, password, name: people.mara.name, organization: 'Tidewater Ferries' }
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

async function addDemo({ app, url }: RunningServer, appUrl: string): Promise<void> {
  const timeline = createTimeline()
  const password = randomBytes(12).toString('base64url')
  const registered = await signUp(connectPerson(url, null), password)
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
  const owner = connectPerson(url, registered.token)
  const { actors, addPerson, addAgent } = createActors(registered.user.username)
  const team = { anonymous: connectPerson(url, null), owner, database: app.database }
  for (const [index, name] of personNames.entries())
    timeline.at(daysAgo(66 - index, 8), async () => {
      const isOwner = name === 'mara'
      const call = isOwner
        ? owner
        : connectPerson(url, (await joinOrganization(team, people[name], password)).token)
      addPerson(name, call)
      await call('images.setAvatar', { image: await drawAvatar(index) })
      await call('accounts.updateProfile', { bio: people[name].bio })
    })
  const tokens: { call: Client; id: string }[] = []
  for (const name of agentNames)
    timeline.at(daysAgo(58, 9), async () => {
      const { owner: ownerName, ...agent } = agents[name]
      const call = actors.people[ownerName]
      await call('agents.create', { name, ...agent })
      const token = await call('credentials.createMcpToken', { name, agent: name })
      tokens.push({ call, id: token.id })
      addAgent(name, connectAgent(url, token.value))
    })
  const keys = new Map<string, string>()
  for (const [order, project] of projects.entries()) planWork(timeline, actors, project, keys, order)
  planStory(timeline, actors, keys)
  await timeline.run()
  // The tokens are not needed any more.
  for (const { call, id } of tokens) await call('credentials.revokeMcpToken', { mcpToken: id })
  for (const call of Object.values(actors.people)) await call('accounts.logOut', {})
  await timeline.backdate(app.database, registered.organization!.id)
  // Otherwise these requests would count against the first sign-in from this machine.
  await app.rateLimits.share()
  await app.database.run(sql`delete from rate_limits`)
  const names = projects.map(({ name }) => `"${name}"`)
  console.log(`  Added the projects ${names.join(', ')} with ${keys.size} items from eight weeks.\n`)
}
