import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type CDPSession, type Page, chromium } from 'playwright-core'
import { buildDashboard } from '../scripts/build-dashboard.ts'
import { readConfig, startServer } from '../server/start.ts'
import { clientFor } from '../test/harness.ts'
import { findPartner } from '../test/partners/installed.ts'
import { signUp } from '../test/sign-up.ts'

const tasks = Number(process.env.BENCH_TASKS ?? 10_000)
const frames = 300

/**
 * Measures the task list in Chromium with all tasks of a large project loaded: the main thread's time per scroll frame,
 * and the memory. "Before" renders every loaded row, as the list did before it rendered only the visible ones. Both run
 * on the same build: a page that believes its window is endless renders all rows.
 */
export async function run(): Promise<void> {
  const executablePath = findPartner('chromium')
  if (!executablePath) return console.log('List: skipped, because Chromium is not installed.')
  await buildDashboard()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const settings = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_API: '1000000' }
  const server = await startServer(readConfig(settings), { jobs: false })
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
  })
  try {
    const token = await fill(server.url)
    const results: Result[] = []
    for (const isPlain of [true, false]) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      await context.addInitScript(signInScript, token)
      if (isPlain) await context.addInitScript('Object.defineProperty(window, "innerHeight", { value: 1e9 })')
      results.push(await measure(await context.newPage(), `${server.url}/projects/bench?by=none`))
      await context.close()
    }
    print(results[0]!, results[1]!)
  } finally {
    await browser.close()
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The numbers of one way to render the list. Times are per scroll frame. */
interface Result {
  scripting: number
  mainThread: number
  heap: number
  nodes: number
}

async function fill(url: string): Promise<string> {
  const { token } = await signUp(clientFor(url, null), {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  const { slug: project } = await call('projects.create', { name: 'Bench' })
  for (let created = 0; created < tasks; created += 100)
    await call('tasks.createMany', {
      project,
      tasks: Array.from({ length: 100 }, (_, index) => ({
        title: `Task ${created + index}: a summary in one line`,
        priority: index % 2 ? 'high' : 'low',
        labels: ['backend', 'speed'],
        assignee: 'me',
      })),
    })
  return token
}

async function measure(page: Page, url: string): Promise<Result> {
  await page.goto(url)
  await page.locator('[data-task]').first().waitFor()
  await loadAll(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.evaluate(scrollTo, 0)
  await page.evaluate('globalThis.gc?.()')
  const before = await metricsOf(session)
  await page.evaluate(scrollFrames, frames)
  const after = await metricsOf(session)
  await page.evaluate('globalThis.gc?.()')
  const { JSHeapUsedSize: heap, Nodes: nodes } = await metricsOf(session)
  const perFrame = (name: string) => ((after[name]! - before[name]!) * 1000) / frames
  return {
    scripting: perFrame('ScriptDuration'),
    mainThread: perFrame('TaskDuration'),
    heap: heap!,
    nodes: nodes!,
  }
}

async function metricsOf(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** Scrolls to the end until all tasks are loaded. */
async function loadAll(page: Page): Promise<void> {
  const isLoaded = `Number(document.querySelector('[data-rows]').clientHeight) >= ${tasks} * document.querySelector('[data-task]').offsetHeight`
  while (!(await page.evaluate(isLoaded))) await page.evaluate(scrollTo, Number.MAX_SAFE_INTEGER)
}

// These functions run in the page, so they are text: this program has no types of the DOM.
const scroller = `(() => {
  let element = document.querySelector('[data-rows]')
  while (!/auto|scroll/.test(getComputedStyle(element).overflowY) || element.scrollHeight <= element.clientHeight)
    element = element.parentElement
  return element
})()`
const asFunction = <Input>(text: string) => new Function('value', text) as (value: Input) => Promise<void>
const scrollTo = asFunction<number>(`${scroller}.scrollTop = value
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`)
const scrollFrames = asFunction<number>(`const element = ${scroller}
  return new Promise((resolve) => {
    const step = (left) => {
      if (left === 0) return resolve()
      element.scrollTop += 120
      requestAnimationFrame(() => step(left - 1))
    }
    step(value)
  })`)
const signInScript = asFunction<string>(`localStorage.setItem('baton.token', value)`)

function print(before: Result, after: Result): void {
  const line = (name: string, unit: string, values: [number, number]) => {
    const [old, now] = values
    const texts = values.map((value) => `${value.toFixed(2)} ${unit}`.padStart(14))
    console.log(`  ${name.padEnd(26)} ${texts.join(' ')}   ${(now / old).toFixed(3)}x`)
  }
  console.log(`List: ${tasks} loaded tasks in Chromium, ${frames} scroll frames of 120 px`)
  console.log(`  ${''.padEnd(26)} ${'every row'.padStart(14)} ${'visible rows'.padStart(14)}   ratio`)
  line('scripting per frame', 'ms', [before.scripting, after.scripting])
  line('main thread per frame', 'ms', [before.mainThread, after.mainThread])
  line('JS heap', 'MB', [before.heap / 1e6, after.heap / 1e6])
  line('DOM nodes', '', [before.nodes, after.nodes])
}
