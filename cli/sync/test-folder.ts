import assert from 'node:assert/strict'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { mock } from 'node:test'
import type { Person } from '../../test/harness.ts'
import { report } from '../failures.ts'
import { sync } from './command.ts'

interface Ended {
  code: number
  out: string
  err: string
}

/** A synced folder of a person, and `baton sync` in it. Runs in this process, because a start of Node takes long. */
export class TestFolder {
  readonly path: string
  readonly #person: Person
  readonly #url: string

  constructor(person: Person, url: string, name = 'work') {
    this.path = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'baton-sync-')), name)
    this.#person = person
    this.#url = url
  }

  async run(...words: string[]): Promise<Ended> {
    // A pull shows a change after all concurrent transactions have ended, also those of other tests. Such a read of a
    // person waits for that.
    await this.#person.call('sync.getStatus', {})
    const ended = { code: 0, out: '', err: '' }
    const log = mock.method(console, 'log', (text: unknown) => (ended.out += `${String(text)}\n`))
    const error = mock.method(console, 'error', (text: unknown) => (ended.err += `${String(text)}\n`))
    const { BATON_URL, BATON_TOKEN } = process.env
    Object.assign(process.env, { BATON_URL: this.#url, BATON_TOKEN: this.#person.token })
    try {
      await sync([...words, this.path])
    } catch (failure) {
      ended.code = report(failure, 'baton sync --help')
    } finally {
      log.mock.restore()
      error.mock.restore()
      restore({ BATON_URL, BATON_TOKEN })
    }
    return ended
  }

  /** Runs a command that must succeed, and returns its output. */
  async done(...words: string[]): Promise<string> {
    const { code, out, err } = await this.run(...words)
    assert.equal(code, 0, `${out}${err}`)
    return out
  }

  async init(project: string): Promise<string> {
    return this.done('init', '--project', project)
  }

  read(file: string): string {
    return fs.readFileSync(this.at(file), 'utf8')
  }

  /** Writes a file as most editors do: under another name first. */
  write(file: string, text: string): void {
    fs.mkdirSync(path.dirname(this.at(file)), { recursive: true })
    fs.writeFileSync(`${this.at(file)}~`, text)
    fs.renameSync(`${this.at(file)}~`, this.at(file))
  }

  edit(file: string, from: string | RegExp, to: string): void {
    const text = this.read(file)
    assert.match(text, typeof from === 'string' ? new RegExp(from.replace(/[^\w\s]/g, '\\$&')) : from)
    this.write(file, text.replace(from, to))
  }

  exists(file: string): boolean {
    return fs.existsSync(this.at(file))
  }

  /** Lists the files outside `.baton` and `.git`. */
  files(): string[] {
    const all = fs.readdirSync(this.path, { recursive: true, encoding: 'utf8', withFileTypes: true })
    return all
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.path, path.join(entry.parentPath, entry.name)))
      .filter((file) => !/^\.(baton|git)\b/.test(file))
      .toSorted()
  }

  at(file: string): string {
    return path.join(this.path, file)
  }

  close(): void {
    fs.rmSync(path.dirname(this.path), { recursive: true })
  }
}

/** The folders of a test, each for a project of its own. */
export class TestFolders {
  readonly #folders: TestFolder[] = []

  /** Creates a project with tasks, and a folder that is synced with it. */
  async open(person: Person, url: string, titles: string[] = []) {
    const key = `W${String.fromCharCode(65 + this.#folders.length)}`
    const slug = key.toLowerCase()
    await person.call('projects.create', { name: key, slug, key })
    for (const title of titles)
      await person.call('tasks.create', { project: slug, title, description: 'One\n\nTwo' })
    const folder = this.another(person, url)
    await folder.init(slug)
    const get = (number: number) => person.call('tasks.get', { task: `${key}-${number}` })
    return { folder, key, slug, get }
  }

  another(person: Person, url: string): TestFolder {
    const folder = new TestFolder(person, url)
    this.#folders.push(folder)
    return folder
  }

  close(): void {
    for (const folder of this.#folders) folder.close()
  }
}

function restore(environment: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(environment))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}

/** A connection to the server that can be down, or lose responses to requests that the server has processed. */
export async function openConnection(target: string) {
  const connection = { mode: 'up' as 'up' | 'down' | 'cut', url: '', close: () => void server.close() }
  const server = http.createServer((request, response) => {
    const { mode } = connection
    if (mode === 'down') {
      request.socket.destroy()
      return
    }
    const { method, headers, url } = request
    const forwarded = http.request(target + url, { method, headers }, (answer) => {
      if (mode === 'cut') answer.resume().on('end', () => request.socket.destroy())
      else answer.pipe(response.writeHead(answer.statusCode!, answer.headers))
    })
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  connection.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return connection
}
