import { type Person, type TestServer } from '../../../test/harness.ts'
import { createTeam } from '../../../test/teams.ts'
import { join } from '../../../test/world.ts'

/** Everybody who can be something to a workspace: Ada's organization, in which Mia owns the workspaces. */
export interface Company {
  ada: Person
  admin: Person
  mia: Person
  /** In the team of the editors. */
  ed: Person
  /** In the team of the viewers. */
  vera: Person
  /** A member like any other. */
  otto: Person
  guest: Person
  editors: { id: string; slug: string }
  viewers: { id: string; slug: string }
  /** A workspace of Mia's that both teams have. */
  sharedWorkspace(name?: string): Promise<string>
}

export async function foundCompany(server: TestServer): Promise<Company> {
  const ada = await server.register('Ada')
  const joining = async (name: string, role: 'admin' | 'member' | 'guest') => {
    const person = await server.register(name)
    await join(server, person, ada, role)
    return person
  }
  const [mia, ed] = [await joining('Mia', 'member'), await joining('Ed', 'member')]
  const [vera, otto] = [await joining('Vera', 'member'), await joining('Otto', 'member')]
  const editors = await createTeam(server, ada, { members: [ed] })
  const viewers = await createTeam(server, ada, { members: [vera] })
  return {
    ...{ ada, mia, ed, vera, otto, editors, viewers },
    admin: await joining('Adam', 'admin'),
    guest: await joining('Gus', 'guest'),
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
