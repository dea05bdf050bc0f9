import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { eventually } from '../poll.ts'
import { shared } from '../shared.ts'
import { findPartner } from './installed.ts'

const executablePath = findPartner('chromium')

/** The reason to skip browser tests, or false where Chromium is installed. */
export const skip = executablePath === undefined && 'Chromium is not installed'

// Names beyond this machine are not resolved, so that tests reach nothing there. Playwright could intercept the requests
// instead, which costs a tenth more CPU time.
const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'
// A page that lives for seconds does not get back what it costs to optimize its scripts.
const unoptimized = '--js-flags=--no-opt,--no-maglev'
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** Returns the one Chromium of this process, which ends with its tests. Each test opens contexts of its own in it. */
export async function sharedChromium(): Promise<Browser> {
  const { browser } = await shared('chromium', async () => {
    const browser = await chromium.launch({ executablePath, args: [...flags.split(' '), unoptimized, alone] })
    return { browser, stop: () => browser.close() }
  })
  return browser
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
export function fitsPhone(page: Page, part = 'main'): Promise<void> {
  const wide = `document.querySelector('${part}').scrollWidth > 360`
  return eventually(() => page.evaluate(wide), false)
}
