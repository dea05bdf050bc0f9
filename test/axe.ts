import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, Request } from 'playwright-core'
import { until } from './poll.ts'

const source = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** All rules of WCAG 2.2 AA, and rules beyond it. Neither lists passed elements nor loads style sheets again. */
const allRules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: {
    'landmark-unique': { enabled: true },
    'heading-order': { enabled: true },
    'label-content-name-mismatch': { enabled: true },
  },
}
/** The only rule whose result depends on the theme. */
const contrastRule = { runOnly: { type: 'rule', values: ['color-contrast'] } }
const economical = { resultTypes: ['violations'], elementRef: false, preload: false, iframes: false }

/** A page with axe-core, which reports what people with disabilities can't use. */
export interface CheckedPage {
  page: Page
  /** Opens an address without loading the document again. */
  navigate(address: string): Promise<void>
  /** Waits until the page has shown the responses to all its requests. */
  loaded(): Promise<void>
  /** Returns one line for each violation: all rules in the current theme, and the contrast in the other one. */
  violations(): Promise<string[]>
}

/** Adds axe-core to a page and to every document that it opens later. */
export async function withAxe(page: Page): Promise<CheckedPage> {
  const requests = new Set<Request>()
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  await page.addInitScript(source)
  let theme: Theme = 'light'
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
  await page.reload()
  return {
    page,
    async navigate(address) {
      await page.evaluate(`__TSR_ROUTER__.history.push(${JSON.stringify(address)})`)
    },
    loaded: () => until(async () => requests.size === 0 && (await page.evaluate<boolean>(isSettled))),
    async violations() {
      const found = await run(page, theme, allRules)
      // Stays in the other theme for the next page, because a switch renders the whole page.
      theme = theme === 'light' ? 'dark' : 'light'
      await page.emulateMedia({ colorScheme: theme })
      return [...found, ...(await run(page, theme, contrastRule))]
    },
  }
}

/** Whether the router has opened the page, and no part of the page is loading. Pages of the public site have no router. */
const isSettled = `new Promise((resolve) => requestAnimationFrame(() => {
  const state = window.__TSR_ROUTER__?.state
  const isOpen = !state || state.status === 'idle' && state.location.href === state.resolvedLocation?.href
  resolve(isOpen && !document.querySelector('.animate-spin, [aria-busy=true]'))
}))`

type Theme = 'light' | 'dark'

async function run(page: Page, theme: Theme, rules: object): Promise<string[]> {
  const options = JSON.stringify({ ...rules, ...economical })
  const found = await page.evaluate<string[]>(`new Promise((resolve) =>
    // The first frame after the switch still has inherited colors of the other theme.
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  ).then(() => axe.run(document, ${options})).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => [id, target.join(' '), html.slice(0, 200), failureSummary].join(' | '))))`)
  return found.map((violation) => `${theme}: ${violation}`)
}
