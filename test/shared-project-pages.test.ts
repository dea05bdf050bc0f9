import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '../server/platform/ids.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('pages of a shared project', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let guest: Person
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    guest = (await entrance.server.newcomer('Grace')).person
    await join(entrance.server, guest, ada, 'guest')
    await ada.call('projects.create', { name: 'Looms' })
    await ada.call('projects.create', { name: 'Secret engines' })
    const text = { title: 'Weave the first cloth', description: 'With the new cards.' }
    await ada.call('tasks.create', { project: 'looms', ...text })
  })
  after(() => entrance?.close())

  async function share(role: 'viewer' | 'editor'): Promise<void> {
    const { id } = await ada.call('projects.get', { project: 'looms' })
    await entrance.server.app.database.run(
      sql`insert into project_shares (id, organization_id, project_id, user_id, role) values (${newId()},
        ${ada.organization.id}, ${id}, ${guest.user.id}, ${role})
       on conflict (project_id, user_id) where user_id is not null do update set role = excluded.role`,
    )
  }

  step('shows a guest without shares an empty page that does not ask them to create a project', async () => {
    page = await entrance.visit('/projects', guest)
    await page.getByRole('heading', { name: 'No shared projects yet' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /project/i }).count(), 0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or create' }).fill('Another project')
    await page.getByText('No matches.').waitFor()
    await page.keyboard.press('Escape')
  })

  step('shows the board to a viewer without any way to change it', async () => {
    await share('viewer')
    await page.reload()
    await page.getByRole('list').getByRole('link', { name: 'Looms' }).first().waitFor()
    assert.equal(await page.getByText('Secret engines').count(), 0)
    assert.equal(await page.getByRole('button', { name: /^(Archive|Delete) / }).count(), 0)

    await page.goto(`${entrance.url}/projects/looms`)
    await page.getByText('View only').waitFor()
    await page.getByRole('link', { name: 'Weave the first cloth' }).click()
    const panel = page.getByRole('region', { name: /^Task / })
    await panel.getByRole('heading', { name: 'Weave the first cloth' }).waitFor()
    await panel.getByText('With the new cards.').waitFor()
    const main = page.getByRole('main')
    await main.getByRole('img', { name: 'To do' }).waitFor()
    await panel.getByRole('button', { name: 'Watch' }).waitFor()
    // A viewer can mark the project as a favorite, filter, sort and group tasks, open the views, collapse a group, copy names of the task, watch it and close it, but nothing else.
    const controls = main.locator('input, textarea, select, button')
    const names = await controls.evaluateAll((all) =>
      all.map((each) => each.ariaLabel ?? (each.textContent || each.parentElement?.textContent)),
    )
    assert.deepEqual(names, [
      'Add Looms to favorites',
      'More',
      'Search tasks',
      'Filter',
      'Sort',
      'Display',
      'Views',
      'To do1',
      'Copy link',
      'Copy branch name',
      'Close task',
      'Watch',
    ])
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or create' }).fill('One more')
    await page.getByText('No matches.').waitFor()
    await page.keyboard.press('Escape')
  })

  step('lets an editor change tasks, but not archive or delete the project', async () => {
    await share('editor')
    await page.goto(`${entrance.url}/projects/looms`)
    await page.getByLabel('New task').fill('Wind the yarn')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Wind the yarn' }).click()
    await page
      .getByRole('region', { name: /^Task / })
      .getByLabel('Priority')
      .selectOption('high')
    await page.goto(`${entrance.url}/projects`)
    await page.getByRole('list').getByRole('link', { name: 'Looms' }).first().waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Archive|Delete) / }).count(), 0)
  })

  step('ignores invalid values in the URL', async () => {
    const owners = await entrance.visit('/projects?archived=yes', ada)
    await owners.getByRole('button', { name: 'Archive Looms' }).waitFor()
    const nonsense = 'task=5&status=constructor&priority=%5B%22high%22%5D'
    await owners.goto(`${entrance.url}/projects/looms?${nonsense}`)
    await owners.getByRole('link', { name: 'Weave the first cloth' }).waitFor()
    await owners.getByRole('heading', { name: 'Recent activity' }).waitFor()
    await owners.getByRole('link', { name: 'Wind the yarn' }).click()
    await owners.getByRole('region', { name: /^Task / }).waitFor()
    assert.deepEqual([...new URL(owners.url()).searchParams.keys()], ['task'])
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})
