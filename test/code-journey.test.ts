import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import type { InputOf } from '../server/assembly/client.ts'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import type { Agent, Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { type Forge, type ForgeRepo, type ForgeUser, startForge } from './partners/forge.ts'
import { pushBranch } from './partners/push-branch.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'

/*
 * The way of a change from the branch of a task to its revert. A person watches it in the browser, an agent works over
 * MCP, and the code host notifies Baton with webhooks. No page is reloaded, and no sync is requested.
 */
describe('the story of a change, from its branch to its revert', { skip }, () => {
  const step = story()
  const branch = 'web-2-log-in'
  let forge: Forge
  let account: ForgeUser
  let repo: ForgeRepo
  let entrance: Entrance
  let ada: Person
  let agent: Agent
  let taskPage: Page
  let featurePage: Page
  let commit: string
  let merge: string
  before(async () => {
    forge = await startForge()
    account = forge.addUser('ada')
    forge.addUser('grace')
    repo = forge.addRepo('ada/web', { private: true, collaborators: ['grace'] })
    entrance = await openOwnEntrance((url) => ({
      // The code host, and Baton itself as the target of webhooks.
      REPO_HOSTS: `${forge.host}, ${new URL(url).host}`,
      GITHUB_URL: forge.url,
      GITHUB_API_URL: forge.apiUrl,
      GITHUB_CLIENT_ID: forge.oauth.clientId,
      GITHUB_CLIENT_SECRET: forge.oauth.clientSecret,
    }))
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    await ada.call('projects.update', { project: 'web', pullRequestsMoveTasks: true })
    await ada.call('workflows.create', { name: 'Proven', slug: 'proven', gates })
    agent = await ada.agent()
  })
  after(async () => {
    await agent?.close()
    await entrance?.close()
    await forge?.close()
  })

  const code = (page: Page) => page.getByRole('list', { name: 'Code', exact: true })
  const gate = () => featurePage.locator('li[aria-current=step]')
  const taskStatus = async () => (await ada.call('tasks.get', { task: 'WEB-2' })).status

  step('connects an account in the browser, and chooses one of its repositories', async () => {
    taskPage = await entrance.visit('/settings/code-host', ada)
    await taskPage.getByRole('button', { name: 'Connect account' }).click()
    await taskPage.getByText('Your account is connected.').waitFor()
    await taskPage.goto(`${entrance.url}/projects/web/repos`)
    await taskPage.getByRole('button', { name: 'Connect repository' }).click()
    await taskPage.getByRole('button', { name: 'Connect ada/web' }).click()
    const row = taskPage.getByRole('listitem').filter({ hasText: repo.url })
    await row.getByText('Private').waitFor()
    await row.getByText('Synced', { exact: true }).waitFor()
    assert.equal(repo.hooks.length, 1, 'the code host has a webhook')
  })

  step('links a pushed branch that is named after a task', async () => {
    const created = await agent.call('create_feature', {
      project: 'web',
      title: 'Sign in',
      workflow: 'proven',
      tasks: [{ title: 'Log in with a password' }],
    })
    assert.equal(created.isError, false, JSON.stringify(created.data))
    await agent.call('claim_task', { task: 'WEB-2' })
    featurePage = await entrance.openTab(taskPage.context(), '/projects/web/features/WEB-1')
    await featurePage.getByRole('heading', { name: 'Sign in' }).waitFor()
    await taskPage.goto(`${entrance.url}/projects/web/tasks/WEB-2`)
    commit = await pushBranch({
      url: repo.url,
      token: account.token,
      branch,
      message: 'Log in with a password',
      files: { 'src/log-in.ts': 'export const logIn = () => true\n' },
    })
    await code(taskPage).getByText(branch).waitFor()
  })

  step('creates a pull request with create_pr, which moves the task to review', async () => {
    const { isError, data } = await agent.call('create_pr', {
      repo: 'web',
      head: branch,
      reviewers: ['grace'],
    })
    assert.equal(isError, false, JSON.stringify(data))
    assert.equal(data.number, 1)
    const [pull] = repo.pulls
    assert.match(pull!.title, /Log in with a password/)
    assert.match(pull!.body!, /WEB-2/)
    assert.deepEqual([pull!.author, pull!.reviewers, pull!.base], ['ada', ['grace'], 'main'])
    await code(taskPage).getByText('Review requested from grace').waitFor()
    await eventually(taskStatus, 'in_review')
  })

  step('rejects the gate while the check of the commit fails', async () => {
    repo.setCheck(commit, 'build', 'completed', 'failure')
    await code(taskPage).getByText('Checks failed').waitFor()
    const { isError, data } = await agent.call('advance_feature', {
      feature: 'WEB-1',
      evidence: [{ kind: 'check_run', reference: `build@${commit}` }],
    })
    assert.equal(isError, true)
    assert.equal((data as { code?: string }).code, 'gate_not_passed')
    await gate().getByText('Failed', { exact: true }).waitFor()
  })

  step('verifies the same evidence when the check passes, and the gate advances', async () => {
    repo.setCheck(commit, 'build', 'completed', 'success')
    await code(taskPage).getByText('Checks passed').waitFor()
    await gate().getByText('Verified', { exact: true }).waitFor()
    const { data } = await agent.call('advance_feature', { feature: 'WEB-1' })
    assert.deepEqual([data.advanced, data.to], [true, 'ship'])
    await gate().getByText('Ship').waitFor()
  })

  step('completes the task with the merge, and finishes the feature', async () => {
    repo.review(1, 'grace', 'approved')
    await code(taskPage).getByText('Approved by grace').waitFor()
    merge = repo.merge(1)
    await code(taskPage).getByText('Merged').waitFor()
    await eventually(taskStatus, 'complete')
    const { data } = await agent.call('advance_feature', {
      feature: 'WEB-1',
      evidence: [{ kind: 'commit', reference: merge, paths: ['src'] }],
    })
    assert.deepEqual([data.advanced, data.to], [true, null])
    assert.equal((await ada.call('features.get', { feature: 'WEB-1' })).status, 'done')
  })

  step('reopens the gate when the change is reverted, and says why', async () => {
    const revert = repo.revert(merge)
    await gate().getByText('Reopened').waitFor()
    await gate().getByRole('note').getByText(revert.slice(0, 7)).waitFor()
    const feature = await ada.call('features.get', { feature: 'WEB-1' })
    assert.deepEqual([feature.status, feature.gate], ['active', 'ship'])
    const { isError } = await agent.call('advance_feature', { feature: 'WEB-1' })
    assert.equal(isError, true)
    entrance.checkComplaints()
  })
})

const gates: InputOf<'workflows.create'>['gates'] = [
  { name: 'check', requirements: [{ kind: 'evidence', anyOf: ['check_run'], verified: true }] },
  {
    name: 'ship',
    requirements: [{ kind: 'evidence', anyOf: ['commit'], verified: true }, { kind: 'tasks' }],
  },
]
