import fs from 'node:fs'
import { after } from 'node:test'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'

const executablePath = '/usr/bin/chromium'
const missing = !fs.existsSync(executablePath) && !process.env.CI

/** Why the tests in a browser are left out; false where Chromium is installed. */
export const skip = missing && `Chromium is not installed at ${executablePath}`

const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

let running: Promise<Browser> | undefined
after(async () => (await running)?.close())

/** Returns the one Chromium of this process, which ends with its tests. Each test opens contexts of its own in it. */
export function sharedChromium(): Promise<Browser> {
  return (running ??= chromium.launch({ executablePath, args: flags.split(' ') }))
}

/** A page that notes whatever the browser complains of: errors of scripts, and breaches of the page's policy. */
export async function openPage(context: BrowserContext, complaints: string[]): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    console.error('Against the policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
  return page
}

/**
 * Waits until nothing of a page is wider than a phone. Asked from outside each time: the pages allow no script that is
 * made of text, and what Playwright leaves behind to look again is one.
 */
export async function fitsPhone(page: Page, part = 'main'): Promise<void> {
  const wide = `document.querySelector('${part}').scrollWidth > 360`
  const over = AbortSignal.timeout(20_000)
  while (await page.evaluate(wide)) {
    over.throwIfAborted()
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
}
