import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type CDPSession, type Page, chromium } from 'playwright-core'
import { buildDashboard } from '../scripts/build-dashboard.ts'
import { type Sql, sql } from '../server/database/sql.ts'
import { type RunningServer, readConfig, startServer } from '../server/start.ts'
import { clientFor } from '../test/harness.ts'
import { findPartner } from '../test/partners/installed.ts'
import { signUp } from '../test/sign-up.ts'

const tasks = Number(process.env.BENCH_TASKS ?? 10_000)
const frames = 60

/**
 * Measures the task list in Chromium with all tasks of a large project loaded: the main thread's time per scroll frame,
 * and the memory. Compares it with a list that renders every loaded row, as the list did before it rendered only the
 * visible ones. Both are the same page in the same run: a page that believes its window is endless renders all rows.
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
    const token = await fill(server)
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addInitScript(signInScript(token))
    const page = await context.newPage()
    await page.goto(`${server.url}/projects/bench?by=none`)
    await page.locator('[data-task]').first().waitFor()
    await loadAll(page)
    const after = await measure(page)
    await page.evaluate(renderAllRows)
    print(await measure(page), after)
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

async function fill({ url, app: { database } }: RunningServer): Promise<string> {
  const { token } = await signUp(clientFor(url, null), {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  const { id } = await call('projects.create', { name: 'Bench', key: 'BENCH' })
  const { createdBy } = await call('tasks.create', { project: id, title: 'The first task' })
  // Statements have a timeout of a few seconds.
  for (let first = 2; first <= tasks; first += 1000)
    await database.run(insertTasks(id, createdBy, first, Math.min(first + 999, tasks)))
  await database.run(sql`analyze tasks`)
  return token
}

function insertTasks(project: string, createdBy: object, first: number, last: number): Sql {
  return sql`
    insert into tasks (id, project_id, organization_id, number, key, title, priority, labels, assignee_user_id,
                       position, created_by)
    select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, p.id, p.organization_id, n, p.key || '-' || n,
           'Task ' || n || ': a summary in one line', case n % 2 when 0 then 'high' else 'low' end,
           array['backend', 'speed'], p.created_by, 'b' || lpad(n::text, 8, '0'), ${JSON.stringify(createdBy)}::jsonb
      from generate_series(${first}::int, ${last}::int) n, projects p where p.id = ${project}`
}

async function measure(page: Page): Promise<Result> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.evaluate(scrollTo(0))
  await page.evaluate('globalThis.gc?.()')
  const before = await metricsOf(session)
  await page.evaluate(scrollFrames(frames))
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
  // Rows can have a fraction of a pixel, so the sum is compared with a tolerance.
  const isLoaded = `document.querySelector('[data-rows]').clientHeight + 50 >=
    ${tasks} * document.querySelector('[data-task]').getBoundingClientRect().height`
  while (!(await page.evaluate(isLoaded))) await page.evaluate(scrollTo(Number.MAX_SAFE_INTEGER))
}

// These functions run in the page, so they are text: this program has no types of the DOM.
const scroller = `(() => {
  let element = document.querySelector('[data-rows]')
  while (!/auto|scroll/.test(getComputedStyle(element).overflowY) || element.scrollHeight <= element.clientHeight)
    element = element.parentElement
  return element
})()`
const renderAllRows = `Object.defineProperty(window, 'innerHeight', { value: 1e9 })
  dispatchEvent(new Event('resize'))`
const scrollTo = (top: number) => `(${scroller}.scrollTop = ${top},
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))`
const scrollFrames = (count: number) => `new Promise((resolve) => {
  const element = ${scroller}
  const step = (left) => {
    if (left === 0) return resolve()
    element.scrollTop += 120
    requestAnimationFrame(() => step(left - 1))
  }
  step(${count})
})`
const signInScript = (token: string) => `localStorage.setItem('baton.token', ${JSON.stringify(token)})`

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
