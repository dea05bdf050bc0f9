import pg from 'pg'
import { clientFor } from '../../test/harness.ts'
import { signUp } from '../../test/sign-up.ts'

export type Call = ReturnType<typeof clientFor>

/** An organization with people, a token for each agent, and projects with tasks. */
export interface SoakWorld {
  /** The session tokens of the people. */
  people: string[]
  /** The MCP tokens of the agents. */
  agents: string[]
  projects: string[]
}

const projects = ['website', 'shop', 'app', 'plans']
const tasksPerProject = 200

export async function buildSoakWorld(
  url: string,
  databaseUrl: string,
  size: { people: number; agents: number },
): Promise<SoakWorld> {
  const { token, organization } = await register(url, 0)
  const call = clientFor(url, token)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const people = [token]
  while (people.length < size.people) {
    const member = await register(url, people.length)
    await join(database, organization!.id, member.user.id)
    people.push(member.token)
  }
  await database.end()
  for (const project of projects) {
    await call('projects.create', { name: project, slug: project })
    for (let task = 0; task < tasksPerProject; task++)
      await call('tasks.create', { project, title: `Task ${task} of the plan`, labels: ['planned'] })
  }
  const agents: string[] = []
  while (agents.length < size.agents) {
    const agent = `Agent ${agents.length + 1}`
    agents.push((await call('credentials.createMcpToken', { name: 'soak', agent })).value)
  }
  return { people, agents, projects }
}

function register(url: string, number: number) {
  const [name, email] = [`Person ${number}`, `person-${number}@example.com`]
  return signUp(clientFor(url, null), { name, email, password: `the password of ${name}` })
}

/** Adds a member without an invitation, which would need an email server. */
async function join(database: pg.Client, organization: string, user: string): Promise<void> {
  await database.query(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'member')`, [
    organization,
    user,
  ])
  await database.query('update users set last_organization_id = $1 where id = $2', [organization, user])
}
