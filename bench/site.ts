import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { clientFor } from '../test/harness.ts'
import { type ServerProcess, startServerProcess } from '../test/partners/server-process.ts'
import { signUp } from '../test/sign-up.ts'
import { type Contender, cpuOf, cpuPerPiece } from './cpu.ts'
import { type Request, load, send } from './load.ts'
import { type Line, printTable } from './report.ts'

const clients = 10
const rounds = 5
const requests = 3000

/** Measures the server's CPU time for a published page from the cache of the node. */
export async function run(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const started: ServerProcess[] = []
  const start = async (environment: Record<string, string>, program?: URL) => {
    const output = path.join(folder, `${started.length}.log`)
    const server = await startServerProcess(environment, { output, ...(program && { program }) })
    started.push(server)
    return server
  }
  try {
    // The embedded database is enough: a cached page needs two short queries a second.
    const ours = await start({ DATA_DIR: path.join(folder, 'data'), RATE_LIMIT_API: '1000000' })
    await publish(ours.url)
    const { text } = await send(ours.url, page)
    const file = path.join(folder, 'page.html')
    fs.writeFileSync(file, text)
    const floor = await start({ PAGE: file }, new URL('site-floor.ts', import.meta.url))
    assert.equal((await send(floor.url, page)).text, text, 'both respond with the same bytes')
    const lines = [await measure('a published page', [floor, ours], page)]
    const bytes = Buffer.byteLength(text)
    printTable(
      `Site: server CPU for one page of ${bytes} bytes, ${clients} clients, median of ${rounds} rounds`,
      lines,
    )
  } finally {
    for (const server of started) await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const page: Request = { method: 'GET', path: '/pages/about' }

async function publish(url: string): Promise<void> {
  const { token } = await signUp(clientFor(url, null), {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const content = 'A paragraph with **bold** text and a [link](/blog). '.repeat(20)
  const paragraphs = `${content}\n\n`.repeat(8)
  await clientFor(url, token)('pages.create', {
    title: 'About',
    content: `# Us\n\n${paragraphs}`,
    state: 'published',
  })
}

async function measure(what: string, servers: ServerProcess[], request: Request): Promise<Line> {
  const contenders = servers.map((server): Contender => {
    return { cpu: () => cpuOf(server.pid), work: (count) => load(server.url, request, count, clients) }
  })
  const [floor, ours] = await cpuPerPiece(contenders, requests, rounds)
  return { what, floor: floor!, ours: ours!, goal: { times: 1.5 } }
}
