import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Failure } from '../failures.ts'
import { type FileKind, fileFormats, fileKinds } from './kinds.ts'

export const stateFolder = '.baton'
export const noteSuffix = '.conflict.md'

/** A file on disk. Paths are relative to the folder, with "/". */
export interface FoundFile {
  path: string
  /** Changes with every write, so that an unchanged file needn't be read. */
  stamp: string
}

/** Returns the nearest folder, upwards from here, that is synced. */
export function findFolder(start: string): string {
  for (let folder = path.resolve(start); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, stateFolder, 'sync.db'))) return folder
    if (path.dirname(folder) === folder)
      throw new Failure(
        `${start} isn't a synced folder. Start with "baton sync init --project <slug> ${start}".`,
      )
  }
}

/** Lists the Markdown files. Skips hidden files and folders, which include the swap and lock files of editors. */
export function listFiles(folder: string): FoundFile[] {
  const found: FoundFile[] = []
  const walk = (inside: string) => {
    for (const entry of fs.readdirSync(path.join(folder, inside), { withFileTypes: true })) {
      const file = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory()) walk(file)
      else if (entry.isFile() && isItemFile(file)) {
        const stamp = stampOf(folder, file)
        if (stamp !== undefined) found.push({ path: file, stamp })
      }
    }
  }
  walk('')
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Returns whether a Markdown file is an item. A README explains the folder to readers of its git repository. */
export function isItemFile(file: string): boolean {
  const name = path.posix.basename(file)
  return (
    name.endsWith('.md') && !name.startsWith('.') && !name.endsWith(noteSuffix) && !/^readme\.md$/i.test(name)
  )
}

/** Returns undefined for a file that doesn't exist. */
export function stampOf(folder: string, file: string): string | undefined {
  const stat = fs.lstatSync(path.join(folder, file), { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.mtimeNs}:${stat.ctimeNs}:${stat.size}:${stat.ino}`
}

export function readText(folder: string, file: string): string | undefined {
  try {
    return fs.readFileSync(path.join(folder, file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns a hash that doesn't depend on line breaks, because git converts them on Windows. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64url')
}

/** Writes a file in one step, so that an editor or a crash never sees half of it. */
export function writeText(folder: string, file: string, text: string): void {
  const target = path.join(folder, file)
  const written = path.join(folder, stateFolder, `${randomUUID()}.tmp`)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  const { mode } = fs.statSync(target, { throwIfNoEntry: false }) ?? {}
  fs.writeFileSync(written, text, mode === undefined ? {} : { mode })
  fs.renameSync(written, target)
}

export function removeFile(folder: string, file: string): void {
  fs.rmSync(path.join(folder, file), { force: true })
}

/** Returns the kind of a new file. A file outside the folders of the kinds is a task. */
export function kindAt(file: string): FileKind {
  const [top] = file.split('/')
  return fileKinds.find((kind) => file.includes('/') && fileFormats[kind].folder === top) ?? 'task'
}

/** Returns the path of a new item's file, such as tasks/WEB-42-fix-the-login.md. It stays when the title changes. */
export function pathFor(
  kind: FileKind,
  { key, title }: { key: string; title: string },
  isTaken: (file: string) => boolean,
): string {
  const { folder, numbered } = fileFormats[kind]
  const words = slug(title)
  const name = numbered ? [key, words].filter(Boolean).join('-') : words || kind
  for (let copy = 1; ; copy++) {
    const file = `${folder}/${name}${copy === 1 ? '' : `-${copy}`}.md`
    if (isItemFile(file) && !isTaken(file)) return file
  }
}

/** Returns the path of the note about the conflicts of a file. */
export function notePath(file: string): string {
  return file.replace(/\.md$/, noteSuffix)
}

/** Turns tasks/fix-the-login.md into "Fix the login", for a file without a title. */
export function titleFrom(file: string): string {
  const words = path.posix
    .basename(file, '.md')
    .replace(/[-_\s]+/g, ' ')
    .trim()
  return words === '' ? 'Untitled' : words[0]!.toUpperCase() + words.slice(1)
}

function slug(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '')
}
