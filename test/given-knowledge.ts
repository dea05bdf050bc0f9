import { randomUUID } from 'node:crypto'
import { zipSync } from 'fflate'
import { givenAnswers } from './given-answers.ts'
import type { Given } from './given.ts'
import type { TestServer } from './harness.ts'
import { startGitServer } from './partners/git-server.ts'
import { addTeam } from './world.ts'

/** Returns a SKILL.md with a new name. */
const newSkill = () => Buffer.from(`---\nname: skill-${randomUUID()}\n---\n\nText\n`)

/**
 * Inputs for agents, notes, memory, sessions, decisions, repositories and docs that their schemas don't determine: a part of given.ts.
 */
export const givenKnowledge: Record<string, Given> = {
  ...givenAnswers,
  'skills.import': () => ({ archive: new File([zipSync({ 'SKILL.md': newSkill() })], 'skill.zip') }),
  'skills.importFolder': () => ({ files: [{ path: 'SKILL.md', content: newSkill().toString() }] }),
  // Many generated notes have the same title, and a public slug is unique.
  'notes.publish': () => ({ slug: `note-${randomUUID()}` }),
  async 'notes.getPublic'(_, server) {
    return { slug: (await publishNote(server)).slug }
  },
  async 'publicDocs.list'(_, server) {
    const { team, project } = await publishNote(server)
    return { team, project }
  },
  async 'agents.getPublic'(_, server) {
    const { call } = await server.register('Publisher')
    const slug = `agent-${randomUUID()}`
    await call('agents.create', { name: slug, publicSlug: slug })
    return { slug }
  },
  // One of three optional fields must name the scope, and one of two the facts.
  'memories.store': async ({ call }, _, { project }) => ({
    content: 'A fact',
    ...(!project && { project: (await call('projects.create', { name: 'Remembered' })).slug }),
  }),
  async 'memories.clear'({ call }, _, { project }) {
    if (project) return { scope: 'project' }
    const { slug } = await call('projects.create', { name: 'Forgotten' })
    await call('memories.store', { scope: 'project', project: slug, content: 'To be forgotten' })
    return { scope: 'project', project: slug }
  },
  'sessions.resume': async ({ call }, _, { session }) => ({
    session: session ?? (await call('sessions.create', { context: 'To resume' })).id,
  }),
  'docs.get': () => ({ doc: 'teams' }),
  'admin.getSetting': () => ({ key: 'registration.mode' }),
  'admin.updateSetting': () => ({ key: 'instance.name', value: `Baton ${randomUUID()}` }),
  'publicSettings.get': () => ({ key: 'instance.name' }),
  'decisions.resolve': () => ({ remark: 'To be discussed.' }),
  'repos.connect': async () => ({ url: await givenRepository() }),
}

let repository: Promise<string> | undefined

/** Returns the URL of a repository on this machine. Creates it on first use. */
function givenRepository(): Promise<string> {
  repository ??= startGitServer().then((git) => git.repo('given.git').url)
  return repository
}

/** Publishes a note in a project of a team. */
async function publishNote(server: TestServer) {
  const publisher = await server.register('Publisher')
  const team = await addTeam(server, publisher)
  const { slug: project } = await publisher.call('projects.create', { name: 'Public', team })
  const { id } = await publisher.call('notes.create', { project, title: 'Read me', content: 'Words.' })
  const slug = `note-${randomUUID()}`
  await publisher.call('notes.publish', { note: id, slug })
  return { team, project, slug }
}
