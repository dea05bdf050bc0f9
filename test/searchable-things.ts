import { appendJournal } from '../server/database/journal.ts'
import { type Part, sql } from '../server/database/sql.ts'
import { indexEntries } from '../server/domains/search/entries.ts'
import type { SearchKind } from '../server/domains/search/kinds.ts'
import { system } from '../server/operations/caller.ts'
import type { EventType } from '../server/database/events.ts'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'

/** Places of a thing, which decide who can find it. */
export const placements = [
  'open project',
  'private project',
  'own',
  'team',
  'organization',
  'public',
  'Baton',
] as const
export type Placement = (typeof placements)[number]

export interface Places {
  owner: Person
  /** Ids of two projects and a team of the owner. */
  open: string
  private: string
  team: string
}

const inProjects: Placement[] = ['open project', 'private project']

/** The places where each kind can be. */
export const kindsIn: Record<SearchKind, readonly Placement[]> = {
  project: inProjects,
  epic: inProjects,
  story: inProjects,
  task: inProjects,
  feature: inProjects,
  comment: inProjects,
  spec: inProjects,
  note: [...inProjects, 'own'],
  session: [...inProjects, 'own'],
  decision: [...inProjects, 'organization'],
  memory: [...inProjects, 'own', 'organization'],
  skill: ['own', 'team', 'public', 'Baton'],
  agent: ['organization'],
  doc: ['Baton'],
}

/**
 * Adds one thing of each kind in each place, as table rows and journal rows only. The text of each contains `word`
 * and its place.
 */
export async function addSearchableThings(server: TestServer, places: Places, word: string): Promise<void> {
  for (const [kind, where] of Object.entries(kindsIn))
    for (const placement of where) await addThing(server, places, kind as SearchKind, placement, word)
}

// Numbers must be unique in a project or organization.
let lastNumber = 900

export function titleOf(kind: SearchKind, placement: Placement): string {
  return `${kind} in ${placement}`
}

async function addThing(
  { app }: TestServer,
  { owner, ...places }: Places,
  kind: SearchKind,
  placement: Placement,
  word: string,
): Promise<void> {
  const { database: db } = app
  const title = titleOf(kind, placement)
  const text = `${word} ${title}`
  const project =
    placement === 'open project' ? places.open : placement === 'private project' ? places.private : null
  const organization = placement === 'Baton' ? null : owner.organization.id
  if (kind === 'project') {
    await db.run(sql`update projects set name = ${title}, description = ${text} where id = ${project}`)
    return appendCreated(project!)
  }
  const id = newId()
  const now = new Date().toISOString()
  if (kind === 'doc')
    return indexEntries(db, [
      {
        kind,
        id,
        organizationId: null,
        key: id,
        title,
        body: text,
        createdAt: now,
        updatedAt: now,
      },
    ])
  const created = { id, organization_id: organization, created_by: '{}' }
  const inProject = { ...created, project_id: project, title }
  const number = ++lastNumber
  const numbered = { ...inProject, number, key: `X-${id}`, position: id }
  const rows: Record<Exclude<SearchKind, 'project' | 'doc' | 'comment' | 'story'>, object> = {
    epic: { ...numbered, description: text },
    task: { ...numbered, description: text },
    feature: { ...inProject, number, key: `F-${id}`, description: text },
    spec: { ...inProject, number, key: `S-${id}`, content: text },
    note: { ...inProject, owner_id: owner.user.id, content: text },
    session: { ...inProject, user_id: owner.user.id, context: text },
    decision: { ...inProject, number, key: `D-${id}`, context: text },
    skill: {
      id,
      organization_id: organization,
      owner_id: organization && owner.user.id,
      slug: id,
      name: title,
      content: text,
      scope: placement === 'own' ? 'personal' : placement === 'team' ? 'team' : 'public',
      ...(placement === 'team' && { team_id: places.team }),
      ...((placement === 'public' || placement === 'Baton') && { public_slug: id }),
    },
    agent: { id, organization_id: organization, name: title, role: text },
    memory: { ...created, project_id: project, content: text },
  }
  if (kind === 'comment' || kind === 'story') {
    const epic = newId()
    await insert('epics', { ...numbered, id: epic, number: ++lastNumber, title: 'Its epic' })
    if (kind === 'story') await insert('stories', { ...numbered, epic_id: epic, number, description: text })
    else
      await insert('comments', {
        ...created,
        project_id: project,
        subject_kind: 'epic',
        subject_id: epic,
        subject_key: title,
        body: text,
      })
    return appendCreated(id)
  }
  if (kind === 'memory') return addMemory()
  await insert(tables[kind], rows[kind])
  return appendCreated(id)

  /** Adds a memory: of an agent for the organization, of a session without a project for a user's own. */
  async function addMemory(): Promise<void> {
    const helper = newId()
    if (placement === 'organization')
      await insert('agents', { id: helper, organization_id: organization, name: `Agent of ${id}` })
    if (placement === 'own') await insert('sessions', { ...inProject, id: helper, user_id: owner.user.id })
    const scope = placement === 'organization' ? 'agent' : placement === 'own' ? 'session' : 'project'
    await insert('memories', {
      ...rows.memory,
      scope,
      ...(scope === 'agent' && { agent_id: helper }),
      ...(scope === 'session' && { session_id: helper, owner_id: owner.user.id }),
    })
    return appendCreated(id)
  }

  async function insert(table: string, row: object): Promise<void> {
    const names = Object.keys(row)
    const values = Object.values(row).map((value) => sql`${value as Part}`)
    await db.run(
      sql`insert into ${sql.raw(table)} (${sql.raw(names.join(', '))}) values (${sql.join(values)})`,
    )
  }

  function appendCreated(subject: string): Promise<void> {
    const type = `${kind}.created` as EventType
    return appendJournal(db, system, null, [
      { type, subject: { kind, id: subject }, organizationId: organization, projectId: project },
    ])
  }
}

const tables = {
  epic: 'epics',
  task: 'tasks',
  feature: 'features',
  spec: 'specs',
  note: 'notes',
  session: 'sessions',
  decision: 'decisions',
  skill: 'skills',
  agent: 'agents',
} as const
