import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { actorOf } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { idOfNew, insertRow } from '../../../operations/rows.ts'
import { projectRef } from '../../projects/project.ts'
import { repoRef } from '../../repos/repo.ts'
import type { AiSessionRow } from '../tables.ts'
import { findSession, startsAiSession } from './access.ts'
import {
  AiSession,
  aiSessionFromRow,
  aiSessionKind,
  aiSessionRef,
  newTitle,
  titleField,
} from './ai-session.ts'
import { copyMessages } from './copy-messages.ts'

/** Conversations that a person can have in an organization, including those in the trash. */
const maxSessions = 5000

export const createAiSession = operation({
  id: 'aiSessions.create',
  summary: 'Start a conversation about a project, a repository or everything that you can see.',
  http: 'POST /api/ai/sessions',
  access: startsAiSession,
  created: true,
  input: z.object({
    title: titleField.optional().describe('Title. Default: the start of the first question.'),
    project: projectRef
      .optional()
      .describe('Project that it is about: its slug, key or id. Default: everything that you can see.'),
    repo: repoRef.optional().describe('Repository that it is about: its name or id.'),
    from: aiSessionRef
      .optional()
      .describe('Id of a conversation to continue: its messages are copied to your own one.'),
  }),
  output: AiSession,
}).run(async (ctx, input) => {
  const { db, user, organization, project, repo, source } = ctx
  if (source && (input.project ?? input.repo) !== undefined)
    rejectField(
      'from',
      'A copy has the project and the repository of the original. Leave out "project" and "repo".',
    )
  const [own] = await db.run<{ count: number }>(
    sql`select count(*)::int as count from ai_sessions where organization_id = ${organization.id} and owner_id = ${user.id}`,
  )
  if (own!.count >= maxSessions) reject('too_many', { most: maxSessions, things: 'conversations' })
  const title = input.title ?? source?.title ?? newTitle
  const isTitled = input.title !== undefined || source !== null
  // A copy is about the repository only if its new owner can see it.
  const repoId = repo?.id ?? (source?.repo_name ? source.repo_id : null)
  const row = await insertRow<AiSessionRow>(ctx, aiSessionKind, {
    insert: sql`insert into ai_sessions (id, organization_id, owner_id, project_id, repo_id, title, untitled, created_by)
      values (${idOfNew(ctx)}, ${organization.id}, ${user.id}, ${project?.id ?? null}, ${repoId}, ${title},
        ${!isTitled}, ${JSON.stringify(actorOf(ctx.caller))})`,
    data: { title },
  })
  if (source) await copyMessages(ctx, source, row!.id)
  return aiSessionFromRow(await findSession(db, ctx, row!.id, { owner: true }))
})
