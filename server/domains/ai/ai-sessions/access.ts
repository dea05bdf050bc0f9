import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import {
  type AccessRule,
  type InOrganization,
  requireOrganization,
  requireWholeOrganization,
} from '../../../operations/access.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type SeenProject, type Seer, findProject, visibleProjects } from '../../projects/access.ts'
import { boundProject } from '../../projects/visible-projects.ts'
import { type SeenRepo, readRepo } from '../../repos/access.ts'
import { visibleRepos } from '../../repos/visible-repos.ts'
import { type SeenAiSession, fromAiSessions } from './ai-session.ts'

/*
 * Access to conversations:
 *   own    The owner, while they can view its project: ask, rename, share, delete.
 *   view   The owner, and of a shared one everyone who can view its project.
 * An administrator who impersonates the owner sees only shared ones, and can't ask.
 */

export interface OnAiSession extends InOrganization {
  session: SeenAiSession
}

const sentences = {
  view: 'The owner of the conversation. If it is shared, everyone who can view its project.',
  own: 'The owner of the conversation, if they can view its project.',
}

export function onAiSession(right: 'view' | 'own'): AccessRule<{ aiSession: string }, OnAiSession> {
  return {
    name: `aiSession(${right})`,
    sentence: sentences[right],
    open: false,
    leastRole: 'guest',
    async check({ caller, db, reads, hold }, { aiSession }) {
      const granted = requireOrganization(caller, reads, 'guest')
      const session = await findSession(db, granted, aiSession, { owner: right === 'own', lock: hold })
      return { ...granted, session }
    },
  }
}

/** For lists: returns only the conversations that the caller can see. */
export const inVisibleAiSessions: AccessRule<unknown, InOrganization> = {
  name: 'inVisibleAiSessions',
  sentence: 'Everyone in the organization, for the conversations that they can see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

/** SQL for the conversations that the caller can see, with their projects `p`. */
export interface VisibleAiSessions {
  where: Sql
  /** Whether the caller owns the conversation. */
  isOwner: Sql
}

/**
 * Builds the filter for conversations, which the query joins with `fromAiSessions`. Doesn't exclude deleted ones. An
 * administrator who impersonates the owner doesn't own them.
 */
export function visibleSessions(granted: Seer, alias: 's' | 't' = 's'): VisibleAiSessions {
  const { caller, user, organization } = granted
  const session = sql.raw(alias)
  const isOwner = caller.kind === 'impersonation' ? sql`false` : sql`(${session}.owner_id = ${user.id})`
  const isOwn = boundProject(granted) === null ? isOwner : sql`false`
  return {
    isOwner,
    where: sql`${session}.organization_id = ${organization.id} and case when ${session}.project_id is null then ${isOwn}
      else (${session}.shared or ${isOwner}) and p.deleted_at is null and ${visibleProjects(granted).where} end`,
  }
}

/** Returns the columns of `SeenAiSession`, for `fromAiSessions`. */
export function aiSessionColumns(granted: Seer): Sql {
  return sql`s.*, u.name as owner_name, p.slug as project_slug, p.key as project_key, p.name as project_name,
    ${visibleSessions(granted).isOwner} as is_owner, (select r.name from repos r
      where r.id = s.repo_id and r.deleted_at is null and ${visibleRepos(granted)}) as repo_name`
}

/** Finds a conversation that the caller can see. With `owner`, rejects everyone else. With `lock`, locks its row. */
export async function findSession(
  db: Queries,
  granted: Seer,
  ref: string,
  { owner, lock = false }: { owner: boolean; lock?: boolean },
): Promise<SeenAiSession> {
  const { where } = visibleSessions(granted)
  const [session] = anyUuid.test(ref)
    ? await db.run<SeenAiSession>(
        sql`select ${aiSessionColumns(granted)} from ${fromAiSessions}
          where ${where} and s.deleted_at is null and s.id = ${ref} ${lock ? sql`for update of s` : sql.empty}`,
      )
    : []
  if (!session) reject('not_found', { kind: 'conversation', ref })
  if (owner && !session.is_owner) reject('forbidden', { needs: sentences.own })
  return session
}

export interface StartsAiSession extends InOrganization {
  project: SeenProject | null
  repo: SeenRepo | null
  /** The conversation to continue. */
  source: SeenAiSession | null
}

interface StartInput {
  project?: string | undefined
  repo?: string | undefined
  from?: string | undefined
}

export const startsAiSession: AccessRule<StartInput, StartsAiSession> = {
  name: 'startsAiSession',
  sentence: 'Everyone who can view the project. Without a project, everyone in the organization.',
  open: false,
  leastRole: 'guest',
  async check({ caller, db, reads }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    // They could not see the conversation.
    if (caller.kind === 'impersonation') reject('not_while_impersonating')
    const source =
      input.from === undefined ? null : await findSession(db, granted, input.from, { owner: false })
    const repo = input.repo === undefined ? null : await readRepo(db, granted, input.repo)
    const ref = input.project ?? source?.project_id ?? repo?.project_id ?? granted.caller.projectId
    if (ref === null) requireWholeOrganization(caller, reads, 'guest')
    const project = ref === null ? null : await findProject(db, granted, ref, false)
    if (repo && repo.project_id !== project?.id) reject('not_found', { kind: 'repo', ref: input.repo })
    return { ...granted, project, repo, source }
  },
}
