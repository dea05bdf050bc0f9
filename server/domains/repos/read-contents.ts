import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type OpenRemote, Unreadable } from '../../platform/git-remote.ts'
import { commandsOf, manifestPaths, manifestsAmong } from './commands.ts'
import type { Contents, StoredCommit } from './repo.ts'
import { foldersOf, languagesOf } from './languages.ts'
import { cutText } from '../../platform/cut-text.ts'

const depth = 50
/** Limit of the whole clone. */
const maxCloneBytes = 300 * 1024 * 1024
const maxFileBytes = 256 * 1024
const maxReadmeLength = 20_000
const maxListingBytes = 64 * 1024 * 1024

/**
 * Reads the newest commits of a branch in a temporary folder, so that any node can do it. Checks nothing out, and
 * fetches only the files that it reads.
 */
export async function readContents(remote: OpenRemote, branch: string): Promise<Contents> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'baton-repo-'))
  const gitDir = path.join(folder, 'git')
  const sizeWatch = watchSize(path.join(gitDir, 'objects', 'pack'))
  const run: OpenRemote['run'] = (args, more) => remote.run([`--git-dir=${gitDir}`, ...args], more)
  try {
    const cloning = remote.run([
      'clone',
      '--quiet',
      '--bare',
      '--template=',
      '--no-tags',
      '--single-branch',
      '--filter=blob:none',
      `--depth=${depth}`,
      `--branch=${branch}`,
      '--',
      remote.url,
      gitDir,
    ])
    await Promise.race([cloning, sizeWatch.exceeded])
    const files = await listFiles(run)
    const text = await Promise.race([readFiles(run, files), sizeWatch.exceeded])
    const commits = await readCommits(run)
    return { ...describe([...files.keys()], text), commits }
  } finally {
    sizeWatch.stop()
    await fs.rm(folder, { recursive: true, force: true })
  }
}

function describe(paths: string[], text: Map<string, string>): Omit<Contents, 'commits'> {
  const readme = paths.find((each) => readmePattern.test(each))
  const existing = new Set(paths)
  const at = (file: string) => text.get(file) ?? (existing.has(file) ? '' : undefined)
  return {
    files: paths.length,
    languages: languagesOf(paths),
    folders: foldersOf(paths),
    readme:
      readme !== undefined && text.has(readme)
        ? { path: readme, text: cutText(text.get(readme)!, maxReadmeLength) }
        : null,
    manifests: manifestsAmong(paths),
    commands: commandsOf(at),
    guides: guidePaths.filter((each) => existing.has(each)),
  }
}

const readmePattern = /^readme(\.(md|markdown|rst|adoc|txt))?$/i
const guidePaths = [
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
  '.github/copilot-instructions.md',
  '.cursorrules',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  '.github/CONTRIBUTING.md',
  'SECURITY.md',
]

/** Returns the blob id of every file of the newest commit. */
async function listFiles(run: OpenRemote['run']): Promise<Map<string, string>> {
  const output = await run(['ls-tree', '-r', '-z', '--full-tree', 'HEAD'], { most: maxListingBytes })
  const files = new Map<string, string>()
  for (const line of output.toString('utf8').split('\0')) {
    const [, type, id, file] = /^\d+ (\w+) (\w+)\t(.*)$/s.exec(line) ?? []
    if (type === 'blob') files.set(file!, id!)
  }
  return files
}

/** Returns the texts of the manifests and the readme. */
async function readFiles(run: OpenRemote['run'], files: Map<string, string>): Promise<Map<string, string>> {
  const selected = [...files].filter(([file]) => manifestPaths.includes(file) || readmePattern.test(file))
  const ids = [...new Set(selected.map(([, id]) => id))]
  if (ids.length === 0) return new Map()
  const input = `${ids.join('\n')}\n`
  await run(
    ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--filter=blob:none', '--stdin', 'origin'],
    { input },
  )
  const sizes = (await run(['cat-file', '--batch-check'], { input })).toString('utf8').split('\n')
  const small = sizes.flatMap((line) => {
    const [id, type, size] = line.split(' ')
    return type === 'blob' && Number(size) <= maxFileBytes ? [id!] : []
  })
  const texts = parseBatch(await run(['cat-file', '--batch'], { input: `${small.join('\n')}\n` }))
  return new Map(selected.flatMap(([file, id]) => (texts.has(id) ? [[file, texts.get(id)!] as const] : [])))
}

/** Parses `git cat-file --batch`: `<id> blob <size>`, a line break, the bytes, and a line break. */
function parseBatch(output: Buffer): Map<string, string> {
  const texts = new Map<string, string>()
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at)
    const [id, type, size] = output.toString('utf8', at, end).split(' ')
    const length = type === 'blob' ? Number(size) : 0
    if (type === 'blob') texts.set(id!, storable(output.toString('utf8', end + 1, end + 1 + length)))
    at = end + 1 + (type === 'blob' ? length + 1 : 0)
  }
  return texts
}

async function readCommits(run: OpenRemote['run']): Promise<StoredCommit[]> {
  const format = ['%H', '%an', '%aI', '%s', '%b'].join('%x1f')
  const output = await run([
    'log',
    '-z',
    '--no-mailmap',
    `--max-count=${depth}`,
    `--format=${format}`,
    'HEAD',
  ])
  return output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', author = '', at = '', subject = '', body = ''] = line.toWellFormed().split('\x1f')
      const mentions = mentionedIn(`${subject}\n${body.slice(0, 10_000)}`)
      return { id, author: cutText(author, 200), at, subject: cutText(subject, 300), mentions }
    })
}

/** Returns the item numbers that a text mentions, such as WEB-42. */
function mentionedIn(text: string): string[] {
  const found = text.matchAll(/(?<![\w-])([A-Z][A-Z0-9]{0,9}-[1-9]\d{0,8})(?![\w-])/gi)
  return [...new Set([...found].map(([, key]) => key!.toUpperCase()))].slice(0, 20)
}

/** Removes NUL and lone surrogates, which PostgreSQL rejects. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Rejects as soon as the clone exceeds its size limit. */
function watchSize(packs: string) {
  let rejectTooLarge: (error: Error) => void
  const exceeded = new Promise<never>((_, reject) => (rejectTooLarge = reject))
  exceeded.catch(() => {})
  const check = async () => {
    if ((await sizeOf(packs)) > maxCloneBytes) rejectTooLarge(new Unreadable('It is too large to read.'))
  }
  const timer = setInterval(() => void check(), 250)
  return { exceeded, stop: () => clearInterval(timer) }
}

async function sizeOf(folder: string): Promise<number> {
  const names = await fs.readdir(folder).catch(() => [])
  const sizes = names.map((name) =>
    fs.stat(path.join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
