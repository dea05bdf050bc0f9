import type { Page } from 'playwright-core'

/*
 * What the open pages did last, to explain a failure that can't be repeated: their requests, the messages of the live
 * hub, and what they show.
 */
const records = new Map<Page, string[]>()
const maxLines = 80

/** Records what a page does, until it is closed. */
export function recordPage(page: Page): void {
  const lines: string[] = []
  records.set(page, lines)
  page.on('close', () => records.delete(page))
  const add = (line: string) => {
    lines.push(`${new Date().toISOString().slice(11, 23)} ${line.slice(0, 300)}`)
    if (lines.length > maxLines) lines.shift()
  }
  page.on('framenavigated', (frame) => add(`opened ${frame.url()}`))
  page.on('pageerror', (error) => add(`threw ${String(error)}`))
  page.on('request', (request) => isCall(request.url()) && add(`-> ${request.method()} ${request.url()}`))
  page.on(
    'response',
    (response) => isCall(response.url()) && add(`<- ${response.status()} ${response.url()}`),
  )
  page.on('requestfailed', (request) => add(`failed ${request.url()}: ${request.failure()?.errorText}`))
  page.on('websocket', (socket) => {
    // The ticket in its address is a secret.
    add('connected to the hub')
    socket.on('framesent', ({ payload }) => add(`hub <- ${String(payload)}`))
    socket.on('framereceived', ({ payload }) => add(`hub -> ${String(payload)}`))
    socket.on('close', () => add('disconnected from the hub'))
  })
}

/** Returns what each open page did last and shows now. */
export async function describePages(): Promise<string> {
  const pages = [...records].map(async ([page, lines]) => {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2000 })
      .catch((error: unknown) => String(error))
    return `${page.url()} did last:\n${lines.join('\n')}\nand shows:\n${shown}`
  })
  return (await Promise.all(pages)).join('\n\n')
}

function isCall(url: string): boolean {
  return new URL(url).pathname.startsWith('/api/')
}
