import { type Person, type TestServer } from '../../../../test/harness.ts'
import { createTeam } from '../../../../test/teams.ts'
import { join } from '../../../../test/world.ts'

/** Users with every relation to a workspace. Ada owns the organization, Mia owns the workspaces. */
export interface Company {
  ada: Person
  admin: Person
  mia: Person
  /** Member of the editors team. */
  ed: Person
  /** Member of the viewers team. */
  vera: Person
  /** Member of no team. */
  otto: Person
  guest: Person
  editors: { id: string; slug: string }
  viewers: { id: string; slug: string }
  /** Creates a workspace of Mia that is shared with both teams. */
  sharedWorkspace(name?: string): Promise<string>
}

export async function createCompany(server: TestServer): Promise<Company> {
  const ada = await server.register('Ada')
  const addPerson = async (name: string, role: 'admin' | 'member' | 'guest') => {
    const person = await server.register(name)
    await join(server, person, ada, role)
    return person
  }
  const [mia, ed] = [await addPerson('Mia', 'member'), await addPerson('Ed', 'member')]
  const [vera, otto] = [await addPerson('Vera', 'member'), await addPerson('Otto', 'member')]
  const editors = await createTeam(server, ada, { members: [ed] })
  const viewers = await createTeam(server, ada, { members: [vera] })
  return {
    ada,
    mia,
    ed,
    vera,
    otto,
    editors,
    viewers,
    admin: await addPerson('Adam', 'admin'),
    guest: await addPerson('Gus', 'guest'),
    async sharedWorkspace(name = 'Shop') {
      const { id: workspace } = await mia.call('workspaces.create', { name })
      await mia.call('workspaces.share', { workspace, team: editors.slug, role: 'editor' })
      await mia.call('workspaces.share', { workspace, team: viewers.id, role: 'viewer' })
      return workspace
    },
  }
}

export async function newDevice({ call }: Person, name = 'Laptop'): Promise<string> {
  return (await call('devices.register', { machine: `${name} ${Math.random()}`, name })).id
}
