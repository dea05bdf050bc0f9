import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page, WebSocketRoute } from 'playwright-core'
import { sql } from '../server/database/sql.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Agent, Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { createTeam } from './teams.ts'
import { join } from './world.ts'

const hub = /\/api\/ws\?/

describe('two people on the same pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let agent: Agent
  let page: Page
  /** A page of Ada. */
  let others: Page
  /** The connections to the hub that Grace's page tried to open. */
  const sockets: WebSocketRoute[] = []
  let letThrough = true

  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    agent = await ada.agent()
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    for (const title of ['Weave', 'Wind']) await ada.call('tasks.create', { project: 'looms', title })
  })
  after(async () => {
    await agent?.close()
    await entrance?.close()
  })

  const update = (text: string) => page.locator('[data-tone=update]').getByText(text).waitFor()
  const live = () => page.getByRole('img', { name: 'Live: changes appear immediately' }).waitFor()
  /** Opens a page without a reload. */
  const open = async (path: string) => {
    await page.evaluate(
      `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
    )
  }

  step('shows a change by another user on the list, with their name', async () => {
    page = await entrance.visit('/projects/looms', grace)
    await connected(page)
    await page.getByRole('link', { name: 'Weave' }).waitFor()
    await ada.call('tasks.update', { task: 'LOOM-1', title: 'Weave the cloth' })
    await page.getByRole('link', { name: 'Weave the cloth' }).waitFor()
    await update('Ada renamed LOOM-1')
    await agent.call('create_task', { project: 'looms', title: 'Oil the wheels' })
    await page.getByRole('link', { name: 'Oil the wheels' }).waitFor()
    await update('created LOOM-3')
  })

  step('shows what changed after its last event was lost and before it has a new position', async () => {
    await ada.call('tasks.update', { task: 'LOOM-1', title: 'Weave a lost cloth' })
    await page.getByRole('link', { name: 'Weave a lost cloth' }).waitFor()
    await page.route(/\/api\/events\?cursor=latest/, async (route) => {
      await ada.call('tasks.update', { task: 'LOOM-1', title: 'Weave the cloth' })
      await route.continue()
    })
    // As after a failover to an older copy of the database.
    await entrance.server.app.database.run(
      sql`delete from journal where id = (select id from journal where organization_id = ${ada.organization.id}
        order by xid desc, seq desc limit 1)`,
    )
    await page.getByRole('link', { name: 'Weave the cloth' }).waitFor()
    await connected(page)
    await page.unrouteAll()
    entrance.checkComplaints()
  })

  step('catches up after a lost connection and shows each event once', async () => {
    const received: string[] = []
    await page.routeWebSocket(hub, (socket) => {
      sockets.push(socket)
      if (!letThrough) {
        void socket.close({ code: 4000 })
        return
      }
      const server = socket.connectToServer()
      server.onMessage((message) => {
        const { type, event } = JSON.parse(String(message)) as { type: string; event?: { id: string } }
        if (type === 'event') received.push(event!.id)
        socket.send(message)
      })
    })
    await page.reload()
    await page.getByRole('link', { name: 'Weave the cloth' }).waitFor()
    await connected(page)
    await ada.call('tasks.create', { project: 'looms', title: 'Before' })
    await page.getByRole('link', { name: 'Before' }).waitFor()
    const before = await page.evaluate<number>('performance.timeOrigin')

    await page.context().setOffline(true)
    await sockets.at(-1)!.close({ code: 4408 })
    await page.getByText('Offline. Showing the last loaded data.').waitFor()
    for (const title of ['During it', 'Still during it'])
      await ada.call('tasks.create', { project: 'looms', title })
    await page.context().setOffline(false)
    await page.getByText('Offline. Showing the last loaded data.').waitFor({ state: 'detached' })
    for (const title of ['During it', 'Still during it'])
      await page.getByRole('link', { name: title, exact: true }).waitFor()
    await live()

    await ada.call('tasks.create', { project: 'looms', title: 'After' })
    await page.getByRole('link', { name: 'After' }).waitFor()
    assert.equal(sockets.length, 2)
    assert.equal(new Set(received).size, received.length)
    const { items } = await ada.call('activity.list', { project: 'looms', type: 'task.created', limit: 4 })
    assert.deepEqual(received.slice(-4), items.map(({ id }) => id).toReversed())
    // The client resumed its feed and did not start a new one.
    assert.equal(await page.evaluate('performance.timeOrigin'), before)
  })

  step('falls back to polling where no WebSocket gets through, and stays live', async () => {
    letThrough = false
    await page.clock.install()
    const tries = sockets.length
    const polled = page.waitForRequest(/\/api\/events\?.*wait=25/)
    await page.reload()
    await polled
    await live()
    await ada.call('tasks.create', { project: 'looms', title: 'Without a socket' })
    await page.getByRole('link', { name: 'Without a socket' }).waitFor()
    await update('Ada created')
    assert.equal(sockets.length - tries, 2)
    assert.equal(await page.getByText('Offline').count(), 0)
  })

  step('retries the WebSocket later', async () => {
    letThrough = true
    await page.clock.fastForward('02:30')
    await connected(page)
    await ada.call('tasks.create', { project: 'looms', title: 'With one' })
    await page.getByRole('link', { name: 'With one' }).waitFor()
  })

  step('shows members on the team page as they join', async () => {
    const { slug } = await createTeam(entrance.server, ada, { leads: [ada], members: [grace] })
    const { database } = entrance.server.app
    const longAgo = sql`now() - interval '1 hour' where user_id = ${ada.user.id}`
    await database.run(sql`update login_sessions set last_seen_at = ${longAgo}`)
    await database.run(sql`update credentials set last_used_at = ${longAgo}`)
    await open(`/teams/${slug}`)
    await page.getByRole('heading', { name: '1 online' }).waitFor()
    others = await entrance.visit('/projects/looms', ada)
    await page.getByRole('heading', { name: '2 online' }).waitFor()
  })

  step('shows both users to each other in the organization, in the project and on the task', async () => {
    await open('/projects/looms')
    await page.getByRole('button', { name: 'Online: Ada', exact: true }).waitFor()
    await page.getByRole('img', { name: 'Also in this project: Ada' }).waitFor()
    await others.getByRole('img', { name: 'Also in this project: Grace' }).waitFor()
    await others.getByRole('link', { name: 'Weave the cloth' }).click()
    await open('/projects/looms?task=LOOM-1')
    await page.getByRole('img', { name: 'Also viewing LOOM-1: Ada' }).waitFor()
    await others.getByRole('img', { name: 'Also viewing LOOM-1: Grace' }).waitFor()
    await page.getByRole('button', { name: 'Online: Ada' }).click()
    await page.getByRole('list', { name: 'Online' }).getByRole('link', { name: 'LOOM-1' }).waitFor()
    await page.keyboard.press('Escape')
    await others.getByRole('button', { name: 'Close task' }).click()
    await page.getByRole('img', { name: 'Also viewing LOOM-1: Ada' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Online: Ada' }).waitFor()
  })

  step(
    'shows a user as away after five minutes without input, and as gone when the page closes',
    async () => {
      await page.clock.fastForward('05:30')
      await others.getByRole('button', { name: 'Online: Grace (away)' }).waitFor()
      await page.mouse.move(100, 100)
      await others.getByRole('button', { name: 'Online: Grace', exact: true }).waitFor()
      await others.context().close()
      await page.getByRole('button', { name: 'Online: Ada' }).waitFor({ state: 'detached' })
    },
  )

  step('notifies a removed member immediately', async () => {
    await ada.call('members.remove', { member: grace.user.id })
    await page.getByText(`You are now in ${grace.organization.name}.`).waitFor()
  })
})

/** Waits until the hub has sent this page its starting position. */
async function connected(page: Page): Promise<void> {
  await page.locator('[data-live=hub]').waitFor()
}
