import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { buildDashboard } from '../scripts/build-dashboard.ts'
import { type Person, forStory } from './harness.ts'
import { openPage, sharedChromium } from './partners/chromium.ts'
import { freePort } from './partners/postgres.ts'
import { eventually } from './poll.ts'
import { shared } from './shared.ts'
import { type Backend, type ServerWithMail, startOwnWithMail, withNewcomers } from './with-mail.ts'

/*
 * The pages with which people get in: a server with a mailbox, and browsers that know nothing of each other.
 */
export interface Entrance {
  url: string
  server: ServerWithMail
  /** Somebody with a browser of their own, at an address of the dashboard. */
  visit(path: string, session?: { token: string }): Promise<Page>
  /** One more tab in a browser. */
  openTab(context: BrowserContext, address: string): Promise<Page>
  /** Nothing that happened broke a script, or the rules that the server gave the page. */
  checkComplaints(): void
  /** Closes the browsers that were opened here, and the server if it is its own. */
  close(): Promise<void>
}

interface Served {
  url: string
  server: ServerWithMail
}

/** Opens browsers at the server that all page tests of this process share. Each story has people of its own there. */
export async function openEntrance(): Promise<Entrance> {
  const { url, server } = await shared('pages', async () => {
    const served = await serve()
    // The first account administers the instance. No story is given it.
    await served.server.newcomer('Administrator')
    return { ...served, stop: () => served.server.stop() }
  })
  return open({ url, server: withNewcomers(await forStory(server)) })
}

/** Opens browsers at a server of their own, for stories that need other settings or the first account of an instance. */
export async function openOwnEntrance(...wanted: Parameters<typeof serve>): Promise<Entrance> {
  return open(await serve(...wanted))
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
  return { url, server: await startOwnWithMail('pglite', environment, backend) }
}

async function open({ url, server }: Served): Promise<Entrance> {
  const browser = await sharedChromium()
  const complaints: string[] = []
  const contexts: BrowserContext[] = []
  const openTab = async (context: BrowserContext, address: string) => {
    const page = await openPage(context, complaints)
    await page.goto(new URL(address, url).href)
    return page
  }
  return {
    ...{ url, server, openTab },
    async visit(path, session) {
      const context = await browser.newContext()
      contexts.push(context)
      if (session) await signedIn(context, session.token)
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
 * The browser itself notes what the server refuses. The page of the provider that stands in for one asks for a font from
 * elsewhere, which tests do not reach; our own pages may not even ask, and say so in other words.
 */
const expected = /(responded with a status of|Unexpected response code:) 4\d\d|ERR_NAME_NOT_RESOLVED/

async function signedIn(context: BrowserContext, token: string): Promise<void> {
  // Once: whoever signs out later is not signed in again by the next page.
  await context.addInitScript(`if (!localStorage.getItem('tests.begun')) {
    localStorage.setItem('tests.begun', 'true')
    localStorage.setItem('baton.token', ${JSON.stringify(token)})
  }`)
}

export async function fillIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Presses Tab until what is called this has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').textContent())?.trim() === name) return
  }
  throw new Error(`The keyboard does not lead to "${name}".`)
}

/** What the address shows of the page: path and query, and a fragment if it was left there. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** Waits until this is the address of the page. */
export function isAt(page: Page, address: string): Promise<void> {
  return eventually(() => addressOf(page), address)
}

/** Who the browser is signed in as. */
export async function whoIs({ server }: Entrance, page: Page): Promise<string> {
  const token = await page.evaluate<string | null>("localStorage.getItem('baton.token')")
  const headers = { Authorization: `Bearer ${token}` }
  const me = (await (await fetch(`${server.url}/api/auth/me`, { headers })).json()) as {
    user: Person['user']
  }
  return me.user.email
}
