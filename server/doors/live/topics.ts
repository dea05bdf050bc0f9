import type { JournalRow, Position } from '../../database/journal.ts'
import type { Queries } from '../../database/connect.ts'
import { findProject } from '../../domains/projects/access.ts'
import { findTeam } from '../../domains/teams/access.ts'
import { type InOrganization, requireWholeOrganization } from '../../operations/access.ts'
import { rejectField } from '../../operations/errors.ts'
import type { Feed } from './feed.ts'

/** What a connection follows, from a place in the journal on. */
export interface Topic {
  kind: 'organization' | 'project' | 'team' | 'me'
  /** Of the project or team. */
  id: string
  /** As the client is told it: with the id, however it was asked for. */
  name: string
  from: Position
  /** What was last sent about who is there. */
  presence?: string
}

export type Asked = Pick<Topic, 'kind' | 'id' | 'name'>

/** The topic that a text names, if the caller may follow it: access is that of the project or team. */
export async function findTopic(db: Queries, asking: InOrganization, text: string): Promise<Asked> {
  const [, kind, ref] = /^(organization|me|project|team)(?::(.{1,100}))?$/.exec(text) ?? []
  if ((kind === 'organization' || kind === 'me') && ref === undefined) return { kind, id: '', name: kind }
  if (kind === 'project' && ref !== undefined) {
    const { id } = await findProject(db, asking, ref, false)
    return { kind, id, name: `project:${id}` }
  }
  if (kind === 'team' && ref !== undefined) {
    requireWholeOrganization({ ...asking.caller, organization: asking.organization }, true, 'member')
    const { id } = await findTeam(db, asking, ref, false)
    return { kind, id, name: `team:${id}` }
  }
  return rejectField(
    'topics',
    'A topic is "organization", "me", "project:<slug or id>" or "team:<slug or id>".',
  )
}

/** Whether a row that the caller sees belongs to a topic. */
export function belongs(row: JournalRow, { kind, id }: Asked, feed: Feed): boolean {
  if (kind === 'organization') return true
  if (kind === 'me') return row.private_to !== null
  if (kind === 'project') return row.project_id === id
  if (row.private_to !== null) return false
  return row.project_id === null ? row.subject_id === id : (feed.teams.get(id)?.has(row.project_id) ?? false)
}

/** The same for the database. Adds its parameters to `values`. */
export function belongsInSql(topics: Asked[], values: unknown[]): string {
  const ids = (kind: Topic['kind']) => {
    values.push(topics.filter((topic) => topic.kind === kind).map(({ id }) => id))
    return `any($${values.length}::uuid[])`
  }
  const has = (kind: Topic['kind']) => topics.some((topic) => topic.kind === kind)
  if (has('organization')) return 'true'
  const conditions = ['false']
  if (has('me')) conditions.push('private_to is not null')
  if (has('project')) conditions.push(`project_id = ${ids('project')}`)
  if (has('team')) {
    const teams = ids('team')
    conditions.push(`private_to is null and (project_id is null and subject_id = ${teams}
      or project_id in (select id from projects where team_id = ${teams}))`)
  }
  return conditions.map((condition) => `(${condition})`).join(' or ')
}
