import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { sql } from '../server/database/sql.ts'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import { type Agent, type Person, notified } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('home', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let codex: Agent
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    page = await entrance.visit('/', ada)
    await page.locator('[data-live=hub]').waitFor()
  })
  after(() => entrance?.close())

  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const needsYou = () => section('Needs you')
  const use = async (tool: string, input: Record<string, unknown>) => {
    const { isError, data } = await codex.call(tool, input)
    assert.equal(isError, false, JSON.stringify(data))
    return data
  }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  step('ticks the three steps to a first agent as they are done', async () => {
    const steps = section('Three steps to your first agent')
    await steps.getByRole('button', { name: 'Create project' }).waitFor()
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    await steps.getByText('Done: Create a project').waitFor()
    await steps.getByText('Call get_agent to read your name').waitFor()
    await ada.call('agents.create', { name: 'Codex' })
    codex = await ada.agent({ agent: 'Codex' })
    await use('list_tasks', { project: 'looms' })
    await steps.getByText('Done: Connect an agent').waitFor()
    await use('create_task', { project: 'looms', title: 'Weave' })
    await steps.waitFor({ state: 'detached' })
  })

  step('lists reviews, mentions and overdue tasks, with their actions in place', async () => {
    const gate = { name: 'check', requirements: [{ kind: 'reviews', count: 1, by: 'human' }] }
    await ada.call('workflows.create', { name: 'Checked', gates: [gate] as never })
    const { key } = await use('create_feature', { project: 'looms', title: 'Pattern', workflow: 'checked' })
    await needsYou()
      .getByRole('link', { name: `Review ${String(key)} Pattern`, exact: true })
      .waitFor()
    await needsYou().getByText('Waiting for approval at Check').waitFor()
    await ada.call('reviews.submit', { feature: String(key), verdict: 'approved' })
    await needsYou().getByText('Nothing needs you.').waitFor()

    await grace.call('comments.create', { item: 'LOOM-1', body: `@${ada.user.username} which thread?` })
    await notified(entrance.server)
    await needsYou().getByText('which thread?').waitFor()
    await needsYou().getByRole('button', { name: 'Mark as read' }).click()
    await needsYou().getByText('Nothing needs you.').waitFor()

    const assignee = ada.user.username
    await grace.call('tasks.plan', {
      project: 'looms',
      tasks: [
        { title: 'Wind', dueAt: inDays(-1), assignee },
        { title: 'Punch', priority: 'high', assignee },
        { title: 'Oil', assignee },
      ],
    })
    await needsYou().getByRole('link', { name: 'Wind' }).waitFor()
    await needsYou().getByLabel('Status of LOOM-3').selectOption('complete')
    await needsYou().getByText('Nothing needs you.').waitFor()
  })

  step('shows the first own tasks, changes a status in place, and opens a task beside them', async () => {
    const myTasks = section('My tasks')
    await myTasks.getByRole('link', { name: 'All 2 tasks' }).waitFor()
    await myTasks.getByLabel('Status of LOOM-5').selectOption('in_progress')
    await myTasks.locator('[data-task]').first().getByText('Oil').waitFor()
    await myTasks.getByRole('link', { name: 'Punch' }).click()
    await isAt(page, '/?task=LOOM-4')
    await page.getByRole('region', { name: 'Task LOOM-4' }).getByLabel('Priority').selectOption('urgent')
    await page.keyboard.press('Escape')
    await isAt(page, '/')
    await myTasks.getByRole('img', { name: 'Urgent' }).waitFor()
  })

  step('groups the activity since the last visit, and opens a group to its events', async () => {
    await section('Last 14 days').getByText('Codex').first().waitFor()
    await entrance.server.app.database.run(
      sql`update home_visits set last_seen_at = now() - interval '2 hours' where user_id = ${ada.user.id}`,
    )
    await entrance.server.app.database.run(
      sql`update journal set at = at - interval '3 hours' where organization_id = ${ada.organization.id}`,
    )
    const { items } = await grace.call('tasks.plan', {
      project: 'looms',
      tasks: ['Dye', 'Dry', 'Fold'].map((title) => ({ title })),
    })
    for (const { key } of items) await use('complete_task', { task: key })
    await page.reload()
    const since = section('Since you were last here')
    await since.getByText('Codex completed 3 tasks').waitFor()
    await since.getByText('Grace created 3 tasks').waitFor()
    await since.getByRole('button', { name: 'Show the events of Codex' }).click()
    await since.getByRole('link', { name: new RegExp(`^${items[2]!.key}`) }).waitFor()
    await since.getByText('Fold', { exact: true }).waitFor()
  })

  step('lists all own tasks by status, project and due date', async () => {
    await section('My tasks').getByRole('link', { name: 'All 2 tasks' }).click()
    await isAt(page, '/my-tasks')
    await section('In progress').getByRole('link', { name: 'Oil' }).waitFor()
    await section('To do').getByRole('link', { name: 'Punch' }).waitFor()
    await page.getByText('Due date', { exact: true }).click()
    await isAt(page, '/my-tasks?group=due')
    await section('No due date').getByText('Punch').waitFor()
    await page.getByText('Project', { exact: true }).click()
    await section('Looms').getByLabel('Status of LOOM-5').selectOption('complete')
    await page.getByRole('link', { name: 'Oil' }).waitFor({ state: 'detached' })
    await grace.call('tasks.create', { project: 'looms', title: 'Roll', assignee: ada.user.username })
    await section('Looms').getByRole('link', { name: 'Roll' }).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Home' }).click()
    await section('My tasks').getByRole('link', { name: 'Punch' }).waitFor()
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('loads a project page with one bootstrap request and the reads of the page', async () => {
    const requests: string[] = []
    const count = (request: Request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`)
    }
    page.on('request', count)
    await page.goto(`${entrance.url}/projects/looms`)
    await page.getByRole('link', { name: 'Weave' }).waitFor()
    await page.locator('[data-live=hub]').waitFor()
    await eventually(
      () => requests.toSorted().join('\n'),
      [
        'GET /api/bootstrap',
        'GET /api/projects/looms',
        'GET /api/projects/looms/views',
        'GET /api/tasks/groups',
        'POST /api/ws/ticket',
      ].join('\n'),
    )
    entrance.checkComplaints()
  })
})
