import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type OpenRemote, Unreadable } from '../../platform/git-remote.ts'
import { commandsOf, manifestPaths, manifestsAmong } from './commands.ts'
import type { Contents, StoredCommit } from './contents.ts'
import { foldersOf, languagesOf } from './languages.ts'
import { cutText } from '../../platform/cut-text.ts'

const depth = 50
/** Of all that is fetched. */
const mostBytes = 300 * 1024 * 1024
const mostOfFile = 256 * 1024
const mostOfReadme = 20_000
const mostListed = 64 * 1024 * 1024

/**
 * Looks at the newest commits of a branch, in a folder that is gone afterwards: any node can do it at any time. Nothing is
 * checked out, and of the files only those are fetched that are looked into.
 */
export async function readContents(remote: OpenRemote, branch: string): Promise<Contents> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'baton-repo-'))
  const gitDir = path.join(folder, 'git')
  const tooLarge = watchSize(path.join(gitDir, 'objects', 'pack'))
  const run: OpenRemote['run'] = (args, more) => remote.run([`--git-dir=${gitDir}`, ...args], more)
  try {
    const cloning = remote.run([
      ...['clone', '--quiet', '--bare', '--template=', '--no-tags', '--single-branch', '--filter=blob:none'],
      ...[`--depth=${depth}`, `--branch=${branch}`, '--', remote.url, gitDir],
    ])
    await Promise.race([cloning, tooLarge.happened])
    const files = await listFiles(run)
    const text = await Promise.race([readFiles(run, files), tooLarge.happened])
    const commits = await readCommits(run)
    return { ...describe([...files.keys()], text), commits }
  } finally {
    tooLarge.stop()
    await fs.rm(folder, { recursive: true, force: true })
  }
}

function describe(paths: string[], text: Map<string, string>): Omit<Contents, 'commits'> {
  const readme = paths.find((each) => readmePattern.test(each))
  const there = new Set(paths)
  const at = (file: string) => text.get(file) ?? (there.has(file) ? '' : undefined)
  return {
    files: paths.length,
    languages: languagesOf(paths),
    folders: foldersOf(paths),
    readme:
      readme !== undefined && text.has(readme)
        ? { path: readme, text: cutText(text.get(readme)!, mostOfReadme) }
        : null,
    manifests: manifestsAmong(paths),
    commands: commandsOf(at),
    guides: guidePaths.filter((each) => there.has(each)),
  }
}

const readmePattern = /^readme(\.(md|markdown|rst|adoc|txt))?$/i
const guidePaths = [
  ...['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md', '.cursorrules'],
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', '.github/CONTRIBUTING.md', 'SECURITY.md'],
]

/** Every file of the newest commit, with the name of its text. */
async function listFiles(run: OpenRemote['run']): Promise<Map<string, string>> {
  const said = await run(['ls-tree', '-r', '-z', '--full-tree', 'HEAD'], { most: mostListed })
  const files = new Map<string, string>()
  for (const line of said.toString('utf8').split('\0')) {
    const [, type, id, file] = /^\d+ (\w+) (\w+)\t(.*)$/s.exec(line) ?? []
    if (type === 'blob') files.set(file!, id!)
  }
  return files
}

/** The texts of those that say something about all the others. */
async function readFiles(run: OpenRemote['run'], files: Map<string, string>): Promise<Map<string, string>> {
  const wanted = [...files].filter(([file]) => manifestPaths.includes(file) || readmePattern.test(file))
  const ids = [...new Set(wanted.map(([, id]) => id))]
  if (ids.length === 0) return new Map()
  const input = `${ids.join('\n')}\n`
  await run(
    ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--filter=blob:none', '--stdin', 'origin'],
    { input },
  )
  const sizes = (await run(['cat-file', '--batch-check'], { input })).toString('utf8').split('\n')
  const small = sizes.flatMap((line) => {
    const [id, type, size] = line.split(' ')
    return type === 'blob' && Number(size) <= mostOfFile ? [id!] : []
  })
  const texts = parseBatch(await run(['cat-file', '--batch'], { input: `${small.join('\n')}\n` }))
  return new Map(wanted.flatMap(([file, id]) => (texts.has(id) ? [[file, texts.get(id)!] as const] : [])))
}

/** `<id> blob <size>`, a line break, so many bytes, and another. */
function parseBatch(said: Buffer): Map<string, string> {
  const texts = new Map<string, string>()
  for (let at = 0; at < said.length;) {
    const end = said.indexOf('\n', at)
    const [id, type, size] = said.toString('utf8', at, end).split(' ')
    const length = type === 'blob' ? Number(size) : 0
    if (type === 'blob') texts.set(id!, storable(said.toString('utf8', end + 1, end + 1 + length)))
    at = end + 1 + (type === 'blob' ? length + 1 : 0)
  }
  return texts
}

async function readCommits(run: OpenRemote['run']): Promise<StoredCommit[]> {
  const format = ['%H', '%an', '%aI', '%s', '%b'].join('%x1f')
  const said = await run(['log', '-z', '--no-mailmap', `--max-count=${depth}`, `--format=${format}`, 'HEAD'])
  return said
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', author = '', at = '', subject = '', body = ''] = line.toWellFormed().split('\x1f')
      const mentions = mentionedIn(`${subject}\n${body.slice(0, 10_000)}`)
      return { id, author: cutText(author, 200), at, subject: cutText(subject, 300), mentions }
    })
}

/** The numbers of items that a text mentions: WEB-42. */
function mentionedIn(text: string): string[] {
  const found = text.matchAll(/(?<![\w-])([A-Z][A-Z0-9]{0,9}-[1-9]\d{0,8})(?![\w-])/gi)
  return [...new Set([...found].map(([, key]) => key!.toUpperCase()))].slice(0, 20)
}

/** The database takes no NUL, and no half of a character. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Refuses once more has arrived than is read here. */
function watchSize(packs: string) {
  let refuse: (error: Error) => void
  const happened = new Promise<never>((_, reject) => (refuse = reject))
  happened.catch(() => {})
  const look = async () => {
    if ((await sizeOf(packs)) > mostBytes) refuse(new Unreadable('It is too large to be read here.'))
  }
  const timer = setInterval(() => void look(), 250)
  return { happened, stop: () => clearInterval(timer) }
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
