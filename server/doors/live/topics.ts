import type { JournalRow, Position } from '../../database/journal.ts'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { findProject } from '../../domains/projects/access.ts'
import { findTeam } from '../../domains/teams/access.ts'
import { type InOrganization, requireWholeOrganization } from '../../operations/access.ts'
import { rejectField } from '../../errors/errors.ts'
import type { Feed } from './feed.ts'

/** A subscription of a connection, from a journal position on. */
export interface Topic {
  kind: 'organization' | 'project' | 'team' | 'me'
  /** Id of the project or team. Empty for the other kinds. */
  id: string
  /** The canonical name, which contains the id. */
  name: string
  from: Position
  /** The last presence message. */
  presence?: string
}

export type TopicRef = Pick<Topic, 'kind' | 'id' | 'name'>

/** Finds the topic with this name. Requires access to its project or team. */
export async function findTopic(db: Queries, granted: InOrganization, text: string): Promise<TopicRef> {
  const [, kind, ref] = /^(organization|me|project|team)(?::(.{1,100}))?$/.exec(text) ?? []
  if ((kind === 'organization' || kind === 'me') && ref === undefined) return { kind, id: '', name: kind }
  if (kind === 'project' && ref !== undefined) {
    const { id } = await findProject(db, granted, ref, false)
    return { kind, id, name: `project:${id}` }
  }
  if (kind === 'team' && ref !== undefined) {
    requireWholeOrganization({ ...granted.caller, organization: granted.organization }, true, 'member')
    const { id } = await findTeam(db, granted, ref, false)
    return { kind, id, name: `team:${id}` }
  }
  return rejectField('topics', 'Use "organization", "me", "project:<slug or id>" or "team:<slug or id>".')
}

/** Returns whether a visible row belongs to a topic. */
export function matchesTopic(row: JournalRow, { kind, id }: TopicRef, feed: Feed): boolean {
  if (kind === 'organization') return true
  if (kind === 'me') return row.private_to !== null
  if (kind === 'project') return row.project_id === id
  if (row.private_to !== null) return false
  return row.project_id === null ? row.subject_id === id : (feed.teams.get(id)?.has(row.project_id) ?? false)
}

/** Returns the same condition as SQL. */
export function matchesTopics(topics: TopicRef[]): Sql {
  const has = (kind: Topic['kind']) => topics.some((topic) => topic.kind === kind)
  const anyOf = (kind: Topic['kind']) =>
    sql`any(${topics.filter((topic) => topic.kind === kind).map(({ id }) => id)}::uuid[])`
  if (has('organization')) return sql`true`
  const conditions = [sql`false`]
  if (has('me')) conditions.push(sql`private_to is not null`)
  if (has('project')) conditions.push(sql`project_id = ${anyOf('project')}`)
  if (has('team'))
    conditions.push(sql`private_to is null and (project_id is null and subject_id = ${anyOf('team')}
      or project_id in (select id from projects where team_id = ${anyOf('team')}))`)
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    ' or ',
  )
}
