import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import sharp from 'sharp'
import { OperatorError } from '../../server/platform/operator-error.ts'
import { findPartner } from '../../test/partners/installed.ts'
import { type Example, shownUrl } from './example.ts'
import type { ShownPage } from './pages.ts'

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))

const desktop = { width: 1280, height: 800 }
const variants: Record<string, BrowserContextOptions> = {
  light: { colorScheme: 'light', viewport: desktop },
  dark: { colorScheme: 'dark', viewport: desktop },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}

/** Takes each page in every variant. */
export async function takeScreenshots(example: Example, pages: ShownPage[]): Promise<void> {
  const executablePath = findPartner('chromium')
  if (executablePath === undefined) throw new OperatorError('Chromium is not installed.')
  fs.mkdirSync(folder, { recursive: true })
  const { host } = new URL(example.url)
  const rules = `--host-resolver-rules=MAP ${new URL(shownUrl).host} ${host}`
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', rules] })
  try {
    for (const variant of Object.keys(variants)) await takeVariant(browser, example, pages, variant)
  } finally {
    await browser.close()
  }
}

async function takeVariant(
  browser: Browser,
  { token, call, now }: Example,
  pages: ShownPage[],
  variant: string,
): Promise<void> {
  const context = await browser.newContext({
    ...variants[variant],
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  // Every run shows the same distance to the times of the example.
  await context.clock.setFixedTime(now)
  await context.addInitScript(`localStorage.setItem('baton.token', ${JSON.stringify(token)})`)
  const page = await context.newPage()
  for (const { name, path: at } of pages) {
    const address = typeof at === 'string' ? at : await at(call)
    await page.goto(new URL(address, shownUrl).href, { waitUntil: 'networkidle' })
    const file = `${name}-${variant}.png`
    // A page has few colours, so a palette shrinks the file to a third without visible loss.
    const image = sharp(await page.screenshot({ animations: 'disabled' }))
    const { size } = await image.png({ palette: true, effort: 10 }).toFile(path.join(folder, file))
    console.log(`docs/images/${file}, ${Math.ceil(size / 1000)} kB`)
  }
  await context.close()
}
