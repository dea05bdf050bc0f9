import fs from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = '/usr/bin/chromium'
const missing = !fs.existsSync(executablePath) && !process.env.CI

/** Why the tests in a browser are left out; false where Chromium is installed. */
export const skip = missing && `Chromium is not installed at ${executablePath}`

const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags.split(' ') })
}
