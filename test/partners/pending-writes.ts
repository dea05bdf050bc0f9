import type { Page, Request } from 'playwright-core'

/*
 * Pages show a change before the server has stored it. A test that then asks the server, or leaves the page, would race
 * with the request. So requests of tests and navigations wait for the writes that pages have sent.
 */
const pending = new Map<Request, Promise<void>>()
const pages = new Set<Page>()

/** Tracks the writes of a page until they are answered, and lets its navigations wait for them. */
export function trackWrites(page: Page): void {
  pages.add(page)
  const answer = new Map<Request, () => void>()
  const end = (request: Request) => {
    answer.get(request)?.()
    answer.delete(request)
    pending.delete(request)
  }
  page.on('request', (request) => {
    if (request.method() === 'GET') return
    pending.set(request, new Promise((resolve) => answer.set(request, resolve)))
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('close', () => {
    pages.delete(page)
    for (const request of answer.keys()) end(request)
  })

  const { goto, reload } = page
  page.goto = async (...options) => {
    await writesAnswered()
    return goto.apply(page, options)
  }
  page.reload = async (...options) => {
    await writesAnswered()
    return reload.apply(page, options)
  }
}

/** Waits until every write that a page has sent is answered. */
export async function writesAnswered(): Promise<void> {
  // A page sends its request a moment after the click. It evaluates this afterwards, unless it is leaving or closed.
  await Promise.all([...pages].map((page) => page.evaluate('0').catch(() => {})))
  while (pending.size > 0) await Promise.all(pending.values())
}
