import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { eventually } from '../poll.ts'
import { shared } from '../shared.ts'
import { onFailedStep } from '../story.ts'
import { findPartner } from './installed.ts'
import { describePages, recordPage } from './page-record.ts'
import { trackWrites } from './pending-writes.ts'

const executablePath = findPartner('chromium')

onFailedStep(describePages)

/** The reason to skip browser tests, or false where Chromium is installed. */
export const skip = executablePath === undefined && 'Chromium is not installed'

// Host names beyond this machine don't resolve, so tests can't reach the internet. Intercepting requests with
// Playwright would cost a tenth more CPU time.
const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'
// Skips script optimization, which doesn't pay off for a page that lives for seconds.
const unoptimized = '--js-flags=--no-opt,--no-maglev'
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/**
 * Returns this process's only Chromium, which ends with its tests. Each test opens its own contexts in it. With
 * `optimized`, returns another one that optimizes scripts, for a test that runs the same scripts for a minute.
 */
export async function sharedChromium({ optimized = false } = {}): Promise<Browser> {
  const { browser } = await shared(`chromium, ${optimized ? 'optimized' : 'unoptimized'}`, async () => {
    const args = [...flags.split(' '), ...(optimized ? [] : [unoptimized]), alone]
    const browser = await chromium.launch({ executablePath, args })
    return { browser, stop: () => browser.close() }
  })
  return browser
}

/** Opens a page that records the browser's complaints: script errors and violations of the content security policy. */
export async function openPage(context: BrowserContext, complaints: string[]): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  page.setDefaultTimeout(20_000)
  trackWrites(page)
  recordPage(page)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    console.error('Against the policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
  return page
}

/**
 * Waits until no part of a page is wider than a phone. Polls from outside, because Playwright's own polling injects a
 * script that the content security policy of the pages blocks.
 */
export function fitsPhone(page: Page, part = 'main'): Promise<void> {
  const wide = `document.querySelector('${part}').scrollWidth > 360`
  return eventually(() => page.evaluate(wide), false)
}
