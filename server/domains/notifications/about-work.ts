import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { Actor } from '../../database/actor.ts'
import { userActor } from '../../operations/caller.ts'
import type { FeatureRow } from '../features/tables.ts'
import { nearReviewers } from '../features/reviews/near-reviewers.ts'
import { isOwnWork } from '../features/reviews/reviewer.ts'
import type { TaskRow } from '../work/tasks/tables.ts'
import {
  type NotificationBuilder,
  type PendingNotification,
  plainExcerpt,
  isOwnAction,
  fromRow,
  buildEach,
  responsibleUserId,
} from './pending-notification.ts'

/** Notifies the assignee if they still have the task. Loads all tasks in one query, as bulk calls assign a hundred. */
export const assigned: NotificationBuilder = async (db, rows) => {
  const assignments = rows.filter((row) => assigneeIn(row) !== null)
  if (assignments.length === 0) return []
  const tasks = await db.run<Pick<TaskRow, 'id' | 'title' | 'assignee_user_id'>>(
    sql`select id, title, assignee_user_id from tasks
      where id = any(${assignments.map(({ subject_id }) => subject_id)}) and assignee_user_id is not null and deleted_at is null`,
  )
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return assignments.flatMap((row): PendingNotification[] => {
    const [task, to] = [byId.get(row.subject_id), assigneeIn(row)!]
    if (task?.assignee_user_id !== to) return []
    return [{ kind: 'assigned', to: [to], ...fromRow(row), subject: subjectOf(row), about: task.title }]
  })
}

function assigneeIn({ type, data, changes }: JournalRow): string | null {
  const assignments = type === 'task.created' ? data?.assignee : changes?.assigneeUserId?.to
  return typeof assignments === 'string' ? assignments : null
}

/** Notifies the assignee and the claim holder that a task is ready. */
export const unblocked = buildEach(async (db, row) => {
  const [task] = await db.run<Pick<TaskRow, 'title' | 'assignee_user_id'> & { holder: Actor | null }>(
    sql`select title, assignee_user_id, case when lease_until > now() then claimed_by end as holder
       from tasks where id = ${row.subject_id} and deleted_at is null and open_blockers = 0 and status not in ('complete', 'cancelled')`,
  )
  if (!task) return []
  const holder = task.holder?.kind === 'user' ? task.holder.id : null
  const to = [task.assignee_user_id, holder].filter((id) => id !== null)
  return [{ kind: 'unblocked', to, ...fromRow(row), subject: subjectOf(row), about: task.title }]
})

/**
 * Requests a review when a feature enters a gate that requires one and is still there. Notifies the project's creator,
 * the team leads and earlier reviewers. If only the author remains, notifies owners and admins instead.
 */
export const reviewRequested = buildEach(async (db, row) => {
  const [feature] = await db.run<FeatureRow>(
    sql`select * from features where id = ${row.subject_id} and deleted_at is null and status not in ('done', 'cancelled')`,
  )
  const gate = feature?.gates.find(({ name }) => name === feature.gate)
  const requiresReview = gate?.requirements.some(({ kind }) => kind === 'reviews')
  if (!feature || !gate || !requiresReview || gate.name !== enteredGate(row, feature)) return []
  const reviewers = await db.run<{ id: string; near: boolean }>(
    sql`select found.id, bool_or(found.near) as near
       from features f join projects p on p.id = f.project_id cross join lateral (
         select near.id, true as near from (${nearReviewers}) near
         union all
         select m.user_id, false from organization_members m
          where m.organization_id = f.organization_id and m.role in ('owner', 'admin')) found
      where f.id = ${feature.id} and found.id is not null group by found.id`,
  )
  const others = reviewers.filter(
    ({ id }) =>
      !isOwnAction(row.actor, id) &&
      !isOwnWork({ actor: userActor({ id, name: '' }), human: true }, feature.created_by),
  )
  const near = others.filter((each) => each.near)
  return [
    {
      kind: 'review_requested',
      to: (near.length > 0 ? near : others).map(({ id }) => id),
      ...fromRow(row),
      subject: subjectOf(row),
      about: feature.title,
      data: { gate: gate.name },
    },
  ]
})

function enteredGate({ type, data, changes }: JournalRow, { gates }: FeatureRow): unknown {
  if (type === 'feature.created') return gates[0]?.name
  return type === 'feature.advanced' ? data?.to : changes?.gate?.to
}

/** Notifies the author of a feature, and the users who advanced it, that a review requests changes. */
export const changesRequested = buildEach(async (db, row) => {
  const { item, verdict, round, body } = (row.data ?? {}) as {
    item?: { id: string; key: string }
    verdict?: string
    round?: number
    body?: string
  }
  if (verdict !== 'changes_requested' || !item) return []
  const [feature] = await db.run<Pick<FeatureRow, 'title' | 'created_by'>>(
    sql`select title, created_by from features where id = ${item.id} and deleted_at is null`,
  )
  if (!feature) return []
  const passed = await db.run<{ created_by: Actor }>(
    sql`select created_by from passages where feature_id = ${item.id} and round = ${round ?? 0}`,
  )
  const to = [feature, ...passed].flatMap(({ created_by }) => responsibleUserId(created_by) ?? [])
  const subject = { kind: 'feature', id: item.id, key: item.key }
  const text = { about: feature.title, body: plainExcerpt(body) }
  return [{ kind: 'changes_requested', to, ...fromRow(row), subject, ...text }]
})

/**
 * Notifies the author of a feature that a gate was opened again, with the people who advanced it in this round, added the
 * evidence or watch one of its tasks.
 */
export const gateReopened = buildEach(async (db, row) => {
  const { gate, round, evidence, finding } = (row.data ?? {}) as {
    gate?: string
    round?: number
    evidence?: string
    finding?: string
  }
  const [feature] = await db.run<Pick<FeatureRow, 'title'> & { actors: Actor[]; watchers: string[] }>(
    sql`select f.title,
          (select jsonb_agg(a.by) from (
            select f.created_by as by
            union all select p.created_by from passages p where p.feature_id = f.id and p.round = ${round ?? 0}
            union all select e.created_by from evidence e where e.feature_id = f.id and e.id = ${evidence ?? null}) a) as actors,
          array(select distinct w.user_id from task_watchers w join tasks t on t.id = w.task_id
            where t.feature_id = f.id and t.deleted_at is null) as watchers
        from features f where f.id = ${row.subject_id} and f.deleted_at is null`,
  )
  if (!feature) return []
  const involved = feature.actors.flatMap((actor) => responsibleUserId(actor) ?? [])
  return [
    {
      kind: 'gate_reopened',
      to: [...new Set([...involved, ...feature.watchers])],
      ...fromRow(row),
      subject: subjectOf(row),
      about: feature.title,
      body: plainExcerpt(finding),
      ...(gate !== undefined && { data: { gate } }),
    },
  ]
})

/** Notifies the user of a session, and the owner of its agent, that it ended or was paused. */
export const sessionEnded = buildEach(async (db, row) => {
  const [session] = await db.run<{ title: string; user_id: string; owner_id: string | null; mine: boolean }>(
    sql`select s.title, s.user_id, a.owner_id, s.project_id is null as mine
       from sessions s join agents a on a.id = s.agent_id where s.id = ${row.subject_id} and s.deleted_at is null`,
  )
  if (!session) return []
  // A session without a project is private to its user.
  const to = [session.user_id, session.mine ? null : session.owner_id].filter((id) => id !== null)
  const text = { about: session.title, body: plainExcerpt(row.data?.summary) }
  const data = { paused: row.type === 'session.paused' }
  return [
    { kind: 'session_ended', to, ...fromRow(row), subject: { ...subjectOf(row), key: null }, ...text, data },
  ]
})

/** Notifies the people whom a question asks, unless it is answered by now. */
export const questionAsked = buildEach(async (db, row) => {
  const [question] = await db.run<{ question: string; title: string | null; to: string[] }>(
    sql`select q.question, t.title, array(select r.user_id from question_recipients r where r.question_id = q.id) as to
       from questions q left join tasks t on t.id = q.task_id
      where q.id = ${row.subject_id} and q.answer is null and t.deleted_at is null`,
  )
  if (!question) return []
  const text = { about: question.title, body: plainExcerpt(question.question) }
  return [{ kind: 'question_asked', to: question.to, ...fromRow(row), subject: subjectOf(row), ...text }]
})

function subjectOf({ subject_kind, subject_id, subject_key }: JournalRow) {
  return { kind: subject_kind, id: subject_id, key: subject_key }
}
