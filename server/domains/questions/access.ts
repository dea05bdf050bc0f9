import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import {
  type AccessRule,
  type InOrganization,
  hasRole,
  requireOrganization,
} from '../../operations/access.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type SeenProject, findProject, requireRight, visibleProjects } from '../projects/access.ts'
import { boundProject } from '../projects/visible-projects.ts'
import { onTask } from '../work/tasks/access.ts'
import type { TaskWithNames } from '../work/tasks/task.ts'
import { type ShownQuestion, fromQuestions, mayAnswer, questionColumns } from './question.ts'

/*
 * Access to questions:
 *   ask     in a project: users with edit access, and their agents; outside projects: members
 *   view    everyone who can view the project; outside projects: members
 *   answer  people who can edit in the project or whom the question asks; agents can't
 */

export interface AskGrant extends InOrganization {
  project: SeenProject | null
  task: TaskWithNames | null
}

interface AskInput {
  task?: string | undefined
  project?: string | undefined
}

export const asksQuestion: AccessRule<AskInput, AskGrant> = {
  name: 'asksQuestion',
  sentence: 'Members of the organization. In a project: users with edit access.',
  open: false,
  leastRole: 'member',
  also: ['editor'],
  async check(asked, { task: taskRef, project: projectRef }) {
    const asGuest = requireOrganization(asked.caller, asked.reads, 'guest')
    const { caller } = asGuest
    if (taskRef !== undefined) {
      const onIt = await onTask('edit').check({ ...asked, hold: false }, { task: taskRef })
      if (projectRef !== undefined) {
        const named = await findProject(asked.db, asGuest, projectRef, false)
        if (named.id !== onIt.project.id) reject('not_found', { kind: 'task', ref: taskRef })
      }
      return onIt
    }
    const ref = projectRef ?? caller.projectId
    if (ref === null)
      return { ...requireOrganization(caller, asked.reads, 'member'), project: null, task: null }
    const project = await findProject(asked.db, asGuest, ref, false)
    requireRight(project, 'edit')
    return { ...asGuest, project, task: null }
  },
}

export interface OnQuestion extends InOrganization {
  question: ShownQuestion
}

const answerSentence = "People who can edit in the project, or whom the question asks. Agents can't."

export const answersQuestion: AccessRule<{ question: string }, OnQuestion> = {
  name: 'question(answer)',
  sentence: answerSentence,
  open: false,
  leastRole: 'member',
  also: ['editor'],
  async check({ caller, db, reads, hold }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    const question = await findQuestion(db, granted, input.question, hold)
    if (!mayAnswer(question, granted.caller)) reject('forbidden', { needs: answerSentence })
    return { ...granted, question }
  },
}

/** Builds the filter for the questions that the caller can see, and the caller's right to them. */
export function visibleQuestions(granted: InOrganization): { where: Sql; right: Sql } {
  const visible = visibleProjects(granted)
  const seesOrganization = hasRole(granted.organization, 'member') && boundProject(granted) === null
  return {
    where: sql`q.organization_id = ${granted.organization.id} and case when q.project_id is null
      then ${sql.raw(String(seesOrganization))} else p.deleted_at is null and ${visible.where} end
      and t.deleted_at is null`,
    right: sql`case when q.project_id is null then 'edit' else ${visible.right} end`,
  }
}

export async function findQuestion(
  db: Queries,
  granted: InOrganization,
  ref: string,
  lock: boolean,
): Promise<ShownQuestion> {
  const visible = visibleQuestions(granted)
  if (!anyUuid.test(ref)) reject('not_found', { kind: 'question', ref })
  // Locks before it reads, so that a second answer finds the first one.
  if (lock) await db.run(sql`select 1 from questions where id = ${ref} for update`)
  const [question] = await db.run<ShownQuestion>(
    sql`select ${questionColumns}, ${visible.right} as right from ${fromQuestions} where q.id = ${ref} and ${visible.where}`,
  )
  return question ?? reject('not_found', { kind: 'question', ref })
}
