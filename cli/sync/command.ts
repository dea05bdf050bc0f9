import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Problem } from '../../server/assembly/client.ts'
import { type Fields, isFields } from '../cells.ts'
import { type Settings, readSettings } from '../config.ts'
import { type Call, connect } from '../connection.ts'
import { Failure, UsageError, exitCodes } from '../failures.ts'
import { readOptions } from '../options.ts'
import { findFolder, removeFile, stateFolder } from './folder.ts'
import { namesIn } from './names.ts'
import { Report, describeProblem } from './report.ts'
import { Offline, syncOnce } from './round.ts'
import { scan } from './scan.ts'
import { type Link, type State, createStateFolder, openState } from './state.ts'
import { watchFolder } from './watch.ts'

const subcommands: Record<string, (words: string[]) => Promise<void>> = { init, status, wipe }

/** Runs `baton sync`, `baton sync init`, `baton sync status` and `baton sync wipe`. */
export async function sync(words: string[]): Promise<void> {
  const [first = '', ...rest] = words
  const run = Object.hasOwn(subcommands, first) ? subcommands[first] : undefined
  return run ? run(rest) : syncFolder(words)
}

async function syncFolder(words: string[]): Promise<void> {
  const { options, folder = '.' } = read(words, {
    watch: 'boolean',
    delete: 'boolean',
    restore: 'boolean',
    json: 'boolean',
  })
  if (options.has('delete') && options.has('restore'))
    throw new UsageError('Pass --delete or --restore, not both.')
  const missing = options.has('delete') ? 'delete' : options.has('restore') ? 'restore' : undefined
  const json = options.has('json')
  await withState(findFolder(folder), async (state) => {
    const { settings, call } = callerOf(linkOf(state))
    if (!options.has('watch')) return print(state, await explained(syncOnce(state, call, { missing })), json)
    if (!json) console.error(`Watching ${state.folder}. Stop with Ctrl+C.`)
    await explained(watchFolder(state, settings, call, { missing, json }))
  })
}

/** Connects a folder with a project, and syncs it for the first time. */
async function init(words: string[]): Promise<void> {
  const { options, folder } = read(words, { project: 'string', json: 'boolean' })
  const slug = options.get('project')
  if (slug === undefined) throw new UsageError('--project is missing.')
  const root = path.resolve(folder ?? '.')
  const settings = readSettings()
  const me = await connect(settings)('accounts.getMe', {})
  const organization = isFields(me.organization) ? String(me.organization.slug) : ''
  const user = isFields(me.user) ? String(me.user.id) : ''
  const call = connect(settings, { 'X-Organization': organization })
  const project = await call('projects.get', { project: slug })
  fs.mkdirSync(root, { recursive: true })
  createStateFolder(root)
  await withState(root, async (state) => {
    const before = state.link()
    if (before && (before.project !== project.id || before.url !== settings.url))
      throw new Failure(
        'This folder is connected with another project. Choose another folder, or run "baton sync wipe".',
      )
    const machine = before?.machine ?? `baton-sync:${randomUUID()}`
    const name = `${os.hostname()}: ${path.basename(root)}`.slice(0, 120)
    const device = await call('devices.register', { machine, name, platform: os.platform() })
    const link: Link = {
      url: settings.url,
      organization,
      project: String(project.id),
      device: String(device.id),
      machine,
    }
    state.setMeta('link', JSON.stringify(link))
    state.setMeta('user', user)
    state.setMeta('project', String(project.slug))
    if (before?.device !== link.device) state.dropMeta('cursor')
    if (!options.has('json'))
      console.log(`${root} is connected with ${String(project.name)} at ${settings.url}.`)
    print(state, await explained(syncOnce(state, call)), options.has('json'))
  })
}

/** Shows the connection and the changes that wait, also without the server. */
async function status(words: string[]): Promise<void> {
  const { options, folder = '.' } = read(words, { json: 'boolean' })
  const state = await openState(findFolder(folder), { lock: false })
  try {
    const { url } = linkOf(state)
    const report = new Report()
    const { edits, created, vanished, known } = state.undone(() =>
      scan(state, namesIn(state), report, { dryRun: true }),
    )
    const facts = {
      folder: state.folder,
      project: state.meta('project') ?? '',
      server: url,
      files: known,
      changed: edits.map(({ row }) => row.path),
      new: created.map((file) => file.path),
      missing: vanished.map((row) => row.path),
      conflicts: state.notes(),
      problems: report.problems,
      syncedAt: state.meta('syncedAt') ?? null,
    }
    if (options.has('json')) return console.log(JSON.stringify(facts, null, 2))
    console.log(
      `${facts.folder}: ${known} files of ${facts.project} at ${url}, last synced ${facts.syncedAt ?? 'never'}.`,
    )
    for (const name of ['changed', 'new', 'missing', 'conflicts'] as const)
      for (const file of facts[name]) console.log(`${name.replace(/s$/, '').padEnd(8)}  ${file}`)
    for (const problem of report.problems) console.error(describeProblem(problem))
  } finally {
    state.close()
  }
}

/** Removes the synced files and the local state. Keeps files with changes that the server doesn't have. */
async function wipe(words: string[]): Promise<void> {
  const { options, folder = '.' } = read(words, { json: 'boolean' })
  const root = findFolder(folder)
  const kept = await withState(root, async (state) => {
    const found = state.transaction(() => scan(state, namesIn(state), new Report(), { dryRun: true }))
    const waiting = state.outbox().map((change) => change.path)
    const unsent = new Set([...found.edits.map(({ row }) => row.path), ...waiting])
    const files = state.files().map((row) => row.path)
    for (const file of [...files, ...state.notes()]) if (!unsent.has(file)) removeFile(root, file)
    return [...unsent, ...found.created.map((file) => file.path)]
  })
  fs.rmSync(path.join(root, stateFolder), { recursive: true })
  if (options.has('json')) return console.log(JSON.stringify({ folder: root, kept }, null, 2))
  for (const file of kept) console.log(`kept      ${file}`)
  console.log(`${root} is no longer synced. Files with unsent changes were kept.`)
}

function read(words: string[], types: Record<string, 'string' | 'boolean'>) {
  const isFolder = (word: string, index: number) => !word.startsWith('-') && words[index - 1] !== '--project'
  const folders = words.filter(isFolder)
  if (folders.length > 1) throw new UsageError(`"${folders[1]}" is one argument too many.`)
  const options = readOptions(
    words.filter((word, index) => !isFolder(word, index)),
    types,
  )
  return { options, folder: folders[0] }
}

async function withState<Result>(folder: string, work: (state: State) => Promise<Result>): Promise<Result> {
  const state = await openState(folder)
  try {
    return await work(state)
  } finally {
    state.close()
  }
}

function linkOf(state: State): Link {
  const link = state.link()
  if (!link) throw new Failure('The folder isn\'t connected yet. Run "baton sync init --project <slug>".')
  return link
}

/** Returns the client for the folder's own server and organization, which can differ from the current ones. */
function callerOf({ url, organization }: Link): { settings: Settings; call: Call } {
  const settings = readSettings()
  if (settings.url !== url)
    throw new Failure(
      `The folder is synced with ${url}, but you use ${settings.url}. Run "baton login --url ${url}", or set BATON_URL.`,
    )
  return { settings, call: connect(settings, { 'X-Organization': organization }) }
}

/** Adds the next step to a revoked device. Files are only removed by "baton sync wipe". */
async function explained<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof Offline) {
      error.report.printChanges()
      for (const problem of error.report.problems) console.error(describeProblem(problem))
      const waiting = error.waiting === 1 ? '1 change waits' : `${error.waiting} changes wait`
      throw new Failure(
        `${error.message} ${waiting} in the folder. Run "baton sync" again later.`,
        exitCodes.unreachable,
      )
    }
    if (!(error instanceof Problem) || error.code !== 'device_revoked') throw error
    throw new Failure(
      `${error.message} "baton sync wipe" removes the synced files, and "baton sync init" registers the folder again.`,
      exitCodes.notSignedIn,
    )
  })
}

function print(state: State, report: Report, json: boolean): void {
  const { problems } = report
  const summary: Fields = { folder: state.folder, files: state.files().length, ...report.json() }
  if (json) console.log(JSON.stringify(summary, null, 2))
  else {
    report.printChanges()
    for (const problem of problems) console.error(describeProblem(problem))
    if (report.done.length === 0 && problems.length === 0) console.log('Everything is in sync.')
  }
  if (problems.length > 0)
    throw new Failure(
      problems.length === 1
        ? '1 problem. Fix the file and sync again.'
        : `${problems.length} problems. Fix the files and sync again.`,
    )
}
