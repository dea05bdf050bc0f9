import { z } from 'zod'
import { type ListOrder, keysetPage, page, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { readRepo } from '../../repos/access.ts'
import { repoRef } from '../../repos/repo.ts'
import { matchesSearch } from '../../work/tasks/search.ts'
import { AiMessage } from '../answers/answer-shapes.ts'
import type { AiMessageRow } from '../tables.ts'
import { aiSessionColumns, inVisibleAiSessions, onAiSession, visibleSessions } from './access.ts'
import {
  AiSession,
  type SeenAiSession,
  aiSessionFromRow,
  aiSessionRef,
  fromAiSessions,
} from './ai-session.ts'
import { messageColumns, showMessages } from './messages.ts'

const shows = ['ai_session', 'project', 'repo', 'user'] as const

const lastUsedFirst: ListOrder = {
  sort: '-updatedAt',
  id: 's.id',
  column: 's.updated_at',
  type: 'timestamptz',
  descending: true,
}

export const listAiSessions = operation({
  id: 'aiSessions.list',
  summary: 'List your conversations and those shared with your projects, most recently used first.',
  http: 'GET /api/ai/sessions',
  shows,
  access: inVisibleAiSessions,
  input: z.object({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Only those with these words in the title or in one message.'),
    project: projectRef.optional().describe('Only those about this project: its slug, key or id.'),
    repo: repoRef.optional().describe('Only those about this repository: its name or id.'),
    mine: z.boolean().optional().describe('Only your own ones. False: only those of others.'),
    shared: z.boolean().optional().describe('Only shared ones. False: only private ones.'),
    ...pageInput,
  }),
  output: pageOf(AiSession),
}).run(async (ctx, { q, project, repo, mine, shared, ...input }) => {
  const visible = visibleSessions(ctx)
  const conditions: Sql[] = [visible.where, sql`s.deleted_at is null`]
  if (q !== undefined) conditions.push(hasWords(q))
  if (project !== undefined)
    conditions.push(sql`s.project_id = ${(await findProject(ctx.db, ctx, project, false)).id}`)
  if (repo !== undefined) conditions.push(sql`s.repo_id = ${(await readRepo(ctx.db, ctx, repo)).id}`)
  if (mine !== undefined) conditions.push(mine ? visible.isOwner : sql`not ${visible.isOwner}`)
  if (shared !== undefined) conditions.push(shared ? sql`s.shared` : sql`not s.shared`)
  return readPage(
    ctx.db,
    input,
    lastUsedFirst,
    ({ after, orderAndLimit }) =>
      sql`select ${aiSessionColumns(ctx)}, s.updated_at::text as sort_value from ${fromAiSessions}
        where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
    (row: SeenAiSession & { sort_value: string }) => aiSessionFromRow(row),
  )
})

/** Returns the condition that the title or a message has all these words. */
function hasWords(q: string): Sql {
  return sql`(${matchesSearch(q, sql`to_tsvector('simple', s.title)`)} or exists (select 1 from ai_messages m
    where m.session_id = s.id and ${matchesSearch(q, sql`m.words`)}))`
}

export const getAiSession = operation({
  id: 'aiSessions.get',
  summary: 'Show a conversation without its messages.',
  http: 'GET /api/ai/sessions/:aiSession',
  shows,
  access: onAiSession('view'),
  input: z.object({ aiSession: aiSessionRef }),
  output: AiSession,
}).run(async ({ session }) => aiSessionFromRow(session))

const byNumber: ListOrder = {
  sort: 'number',
  id: 'm.id',
  column: 'm.number',
  type: 'integer',
  descending: false,
  unique: true,
}

export const listMessages = operation({
  id: 'aiSessions.listMessages',
  summary: 'List the questions and answers of a conversation, oldest first, without sources hidden from you.',
  http: 'GET /api/ai/sessions/:aiSession/messages',
  access: onAiSession('view'),
  input: z.object({ aiSession: aiSessionRef, ...pageInput }),
  output: pageOf(AiMessage),
}).run(async (ctx, input) => {
  const asked = { ...input, sort: byNumber.sort }
  const { after, orderAndLimit } = keysetPage(byNumber, byNumber.id, asked)
  const rows = await ctx.db.run<AiMessageRow>(
    sql`select ${messageColumns} from ai_messages m where m.session_id = ${ctx.session.id} and ${after} ${orderAndLimit}`,
  )
  const { items, nextCursor } = page(
    rows,
    asked,
    ({ number, id }) => [number, id],
    (row) => row,
  )
  return { items: await showMessages(ctx, items, ctx.session), nextCursor }
})
