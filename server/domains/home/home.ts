import { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import { ownSession } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { awaitingReviews } from '../features/reviews/awaiting-reviews.ts'
import { Notification } from '../notifications/notification.ts'
import { inVisibleProjects } from '../projects/access.ts'
import { Task } from '../work/tasks/task.ts'
import { firstSteps, overdueTasks, ownTasks, unreadMentions } from './own-work.ts'
import { ProjectName, RecentActivity, recentActivity } from './recent-activity.ts'
import { recordVisit, sinceLastVisit } from './visits.ts'

const maxReviews = 20
const maxMentions = 20
const maxOverdue = 10
const maxTasks = 10

const Home = z
  .object({
    reviews: z
      .array(
        z.object({
          key: z.string().describe('Number of the feature: WEB-9.'),
          title: z.string(),
          project: ProjectName,
          gate: z.string().describe('Gate that needs your approval.'),
          since: z.iso.datetime().describe('When the feature reached the gate.'),
        }),
      )
      .describe(`Features that wait for your review, newest first. At most ${maxReviews}.`),
    mentions: z
      .array(Notification)
      .describe(`Your unread mentions in this organization, newest first. At most ${maxMentions}.`),
    overdue: z
      .object({ items: z.array(Task), total: z.int() })
      .describe(`Your open tasks past their due date, oldest first. At most ${maxOverdue}.`),
    tasks: z
      .object({ items: z.array(Task), total: z.int() })
      .describe(`Your other open tasks by status, priority and due date. At most ${maxTasks}.`),
    since: z.iso.datetime().describe('Start of the activity: your previous visit, or 14 days ago.'),
    isFirstVisit: z.boolean().describe('Whether you have no previous visit in the last 14 days.'),
    activity: RecentActivity.describe('Activity since then that you can see, without your own actions.'),
    steps: z
      .object({
        project: z.boolean().describe('A project exists.'),
        agent: z.boolean().describe('An agent has connected.'),
        work: z.boolean().describe('An agent has created or claimed a task.'),
      })
      .describe('Steps to a first working agent that are done.'),
  })
  .meta({ id: 'Home' })

export const getHome = operation({
  id: 'home.get',
  summary: 'Show what needs you, your tasks, and the activity since your last visit.',
  http: 'GET /api/home',
  shows: ['*'],
  access: inVisibleProjects,
  input: z.object({}),
  output: Home,
}).run(async (ctx) => {
  const [reviews, mentions, overdue, tasks, steps, recent] = await Promise.all([
    awaitingReviews(ctx, maxReviews),
    unreadMentions(ctx, maxMentions),
    overdueTasks(ctx, maxOverdue),
    ownTasks(ctx, maxTasks),
    firstSteps(ctx),
    activitySinceLastVisit(ctx),
  ])
  return {
    reviews: reviews.map(({ key, title, project_slug: slug, project_name: name, gate, since }) => ({
      key,
      title,
      project: { slug, name },
      gate: gate!,
      since,
    })),
    mentions,
    overdue,
    tasks,
    ...recent,
    steps,
  }
})

async function activitySinceLastVisit(ctx: Context & InOrganization) {
  const { at, isVisit } = await sinceLastVisit(ctx.db, ctx)
  return { since: at, isFirstVisit: !isVisit, activity: await recentActivity(ctx, at) }
}

export const visitHome = operation({
  id: 'home.visit',
  summary: 'Record that you use the dashboard. After a break of 30 minutes, a new visit starts.',
  http: 'POST /api/home/visit',
  access: ownSession,
  input: z.object({}),
  output: z.object({}),
}).run(async (ctx) => {
  await recordVisit(ctx.db, ctx)
  return {}
})
