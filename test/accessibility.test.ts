import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CheckedPage, withAxe } from './axe.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import { addExampleContent } from './example-content.ts'
import { browserSecret } from './given-browser.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'

/** Routes without a page: they lead to another one. */
const redirects = [
  '/',
  '/settings',
  '/memory/$memory',
  '/docs/$doc',
  '/items/$item',
  '/admin',
  '/admin/content',
]
/** Pages without the shell that need a session. The others are for everyone. */
const signedInRoutes = ['/verify-email', '/device', '/mcp-sign-in/$request']
/** Views that a route shows with search parameters. */
const views = [
  '/projects/$slug?task=$task',
  '/memory?entry=$memory',
  '/search?q=teapot',
  '/organization/workflows/hotfix',
  '/machines/$tunnel?run=$tunnelRun',
]
/** Pages of the public site, which the server renders. */
const sitePages = ['/blog', '/blog/teapot', '/@$username']

describe(
  'every page in light and dark colors, checked by axe with the rules of WCAG 2.2 AA',
  { skip },
  () => {
    let entrance: Entrance
    let ada: Person
    let parameters: Record<string, string | undefined>
    let signedIn: CheckedPage
    let anonymous: CheckedPage
    before(async () => {
      entrance = await openEntrance({ optimized: true })
      ada = await entrance.server.register('Ada')
      parameters = { ...(await addExampleContent(entrance.server, ada)), username: ada.user.username }
      signedIn = await withAxe(await entrance.visit('/projects', ada))
      const url = `${entrance.url}/api`
      await signedIn.page
        .context()
        .addCookies([{ name: 'baton-mcp-sign-in', value: encodeURIComponent(browserSecret), url }])
      const visitor = await entrance.visit('/contact')
      await visitor.addInitScript(pendingSignIns)
      anonymous = await withAxe(visitor)
    })
    after(() => entrance?.close())

    // More than 100 pages take minutes on a busy machine.
    it('has no violation on any route of the dashboard', { timeout: 900_000 }, async (t) => {
      await signedIn.loaded()
      const routes = await signedIn.page.evaluate<{ id: string; path: string }[]>(routesOfRouter)
      const paths = routes.map(({ path }) => path)
      assert.ok(paths.length > 80, `The router has only ${paths.length} routes.`)
      assert.deepEqual(
        redirects.filter((path) => !paths.includes(path)),
        [],
        'are redirects, but not routes',
      )
      for (const { id, path } of routes) {
        if (redirects.includes(path)) continue
        const isPrivate = id.startsWith('/shell/') || signedInRoutes.includes(path)
        await t.test(path, () => check(isPrivate ? signedIn : anonymous, path, addressOf(path)))
      }
      for (const view of views) await t.test(view, () => check(signedIn, view, addressOf(view)))
      entrance.checkComplaints()
    })

    it('has no violation on the public site', async () => {
      for (const path of sitePages) {
        await anonymous.page.goto(entrance.url + addressOf(path))
        assert.deepEqual(await anonymous.violations(), [], path)
      }
    })

    async function check(checked: CheckedPage, path: string, address: string): Promise<void> {
      await checked.navigate(address)
      await checked.loaded()
      const { pathname } = new URL(checked.page.url())
      if (!views.includes(path)) assert.equal(pathname, address, 'redirects: add it to `redirects`')
      const text = await checked.page.innerText('body')
      assert.doesNotMatch(
        text,
        /Couldn't load this|This page isn't public|Page not found|Workflow not found/,
        'shows no content',
      )
      assert.deepEqual(await checked.violations(), [])
    }

    /** Replaces the parameters of a route with those of the example content. */
    function addressOf(path: string): string {
      return path.replace(/\$(\w+)/g, (_, name: string) => {
        const value = parameters[`${path} ${name}`] ?? parameters[name]
        assert.ok(value, `test/example-content.ts has no value for $${name} of ${path}.`)
        return value
      })
    }
  },
)

/** The routes that show a page, as the router of the dashboard knows them. */
const routesOfRouter = `Object.values(__TSR_ROUTER__.routesById)
  .filter(({ children }) => !children)
  .map(({ id, fullPath }) => ({ id, path: fullPath.replace(/(.)\\/$/, '$1') }))`

/** Sign-ins that wait for a code, a link and a second factor. Without them, their pages lead to the first one. */
const pendingSignIns = `for (const [name, value] of Object.entries({
  'asked-code': { email: 'ada@example.com', request: 'x', sentAt: Date.now(), expiresAt: Date.now() + 600000 },
  'asked-link': { email: 'ada@example.com', sentAt: Date.now() },
  'second-factor': {
    request: 'x', methods: ['totp', 'passkey', 'recovery_code'], expiresAt: new Date(Date.now() + 600000).toISOString(),
  },
})) sessionStorage.setItem('baton.' + name, JSON.stringify(value))`
