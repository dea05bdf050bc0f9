import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { buildDashboard } from '../scripts/build-dashboard.ts'
import { type Person, defaultEngine, forStory } from './harness.ts'
import { openPage, sharedChromium } from './partners/chromium.ts'
import { freePort } from './partners/postgres.ts'
import { eventually } from './poll.ts'
import { shared } from './shared.ts'
import { type Backend, type ServerWithMail, startOwnWithMail, withNewcomers } from './with-mail.ts'

/*
 * A server with a mailbox that serves the dashboard, and isolated browsers that visit it.
 */
export interface Entrance {
  url: string
  server: ServerWithMail
  /** Opens a path of the dashboard in a new browser context, signed in if a session is given. */
  visit(path: string, session?: { token: string }): Promise<Page>
  /** Opens another tab in the same browser. */
  openTab(context: BrowserContext, address: string): Promise<Page>
  /** Checks that no page reported a script error or a violation of its content security policy. */
  checkComplaints(): void
  /** Closes the browsers that were opened here, and the server unless it is shared. */
  close(): Promise<void>
}

interface Served {
  url: string
  server: ServerWithMail
}

/**
 * Opens browsers at the server that all page tests of this process share. Each story registers its own people there.
 * With `optimized`, the browser optimizes scripts.
 */
export async function openEntrance(options: { optimized?: boolean } = {}): Promise<Entrance> {
  const { url, server } = await shared('pages', async () => {
    const served = await serve()
    // The first account administers the instance. No story uses it.
    await served.server.newcomer('Administrator')
    return { ...served, stop: () => served.server.stop() }
  })
  return open({ url, server: withNewcomers(await forStory(server)) }, options)
}

/** Opens browsers at a new server, for stories that need other settings or the first account of an instance. */
export async function openOwnEntrance(...options: Parameters<typeof serve>): Promise<Entrance> {
  return open(await serve(...options))
}

async function serve(
  settings: (url: string) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
  backend: Backend = 'built-in',
): Promise<Served> {
  // The server reads the built pages when it starts.
  await buildDashboard()
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const environment = { PORT: port, APP_URL: url, ...(await settings(url)) }
  return { url, server: await startOwnWithMail(defaultEngine, environment, backend) }
}

async function open({ url, server }: Served, options: { optimized?: boolean } = {}): Promise<Entrance> {
  const browser = await sharedChromium(options)
  const complaints: string[] = []
  const contexts: BrowserContext[] = []
  const openTab = async (context: BrowserContext, address: string) => {
    const page = await openPage(context, complaints)
    await page.goto(new URL(address, url).href)
    return page
  }
  return {
    url,
    server,
    openTab,
    async visit(path, session) {
      const context = await browser.newContext()
      contexts.push(context)
      if (session) await storeToken(context, session.token)
      return openTab(context, path)
    },
    checkComplaints() {
      assert.deepEqual(
        complaints.filter((text) => !expected.test(text)),
        [],
      )
    },
    async close() {
      for (const context of contexts) await context.close()
      await server.stop()
    },
  }
}

/**
 * Messages that browsers log for rejected requests, and for a web font that the page of the fake provider requests.
 * Our own pages can't request fonts from other hosts; such a violation has another message.
 */
const expected = /(responded with a status of|Unexpected response code:) 4\d\d|ERR_NAME_NOT_RESOLVED/

async function storeToken(context: BrowserContext, token: string): Promise<void> {
  // Stored once, so that the next page does not sign in again after a sign-out.
  await context.addInitScript(`if (!localStorage.getItem('tests.started')) {
    localStorage.setItem('tests.started', 'true')
    localStorage.setItem('baton.token', ${JSON.stringify(token)})
  }`)
}

export async function fillIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Presses Tab until the element with this text has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').textContent())?.trim() === name) return
  }
  throw new Error(`Tab never reaches "${name}".`)
}

/** Returns the path, query and fragment of the page's URL. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** Waits until the page has this path, query and fragment. */
export function isAt(page: Page, address: string): Promise<void> {
  return eventually(() => addressOf(page), address)
}

/** Returns the email address of the account that the browser is signed in to. */
export async function whoIs({ server }: Entrance, page: Page): Promise<string> {
  const token = await page.evaluate<string | null>("localStorage.getItem('baton.token')")
  const headers = { Authorization: `Bearer ${token}` }
  const me = (await (await fetch(`${server.url}/api/auth/me`, { headers })).json()) as {
    user: Person['user']
  }
  return me.user.email
}
