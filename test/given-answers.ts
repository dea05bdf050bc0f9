import { randomUUID } from 'node:crypto'
import { newId } from '../server/platform/ids.ts'
import type { Given } from './given.ts'
import type { Person, TestServer } from './harness.ts'
import { insert } from './things.ts'

/** Inputs for conversations that their schemas don't determine: a part of given.ts. */
export const givenAnswers: Record<string, Given> = {
  // Guests can only start one about a project.
  'aiSessions.create': async (person, server, { project }) =>
    project ? {} : { project: await sharedProject(person, server) },
  // Only a conversation about a project can be shared.
  'aiSessions.share': async (person, server) => {
    const project = await sharedProject(person, server)
    return { aiSession: (await person.call('aiSessions.create', { project })).id, shared: true }
  },
}

/** Returns a project that the person can view, whatever their role is. */
async function sharedProject({ user, call }: Person, server: TestServer): Promise<string> {
  const [id, slug] = [newId(), `asked-${randomUUID()}`]
  const key = `A${randomUUID().slice(0, 7).toUpperCase()}`
  const ids = { organization_id: (await call('organizations.get', {})).id }
  await insert(server, 'projects', { id, ...ids, slug, key, name: 'Asked about', created_by: user.id })
  await insert(server, 'project_shares', {
    id: newId(),
    ...ids,
    project_id: id,
    user_id: user.id,
    role: 'viewer',
  })
  return slug
}
