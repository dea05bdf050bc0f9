import type { OpenRemote } from '../../platform/git-remote.ts'
import { commandsOf, manifestPaths, manifestsAmong } from './commands.ts'
import type { Contents, StoredCommit } from './repo.ts'
import { foldersOf, languagesOf } from './languages.ts'
import { cutText } from '../../platform/cut-text.ts'
import { codeownersIn, isCodeowners } from './codeowners.ts'
import { mentionedIn } from './links/mentions.ts'
import {
  type PartialClone,
  blobSizes,
  fetchBlobs,
  listTree,
  readBlobs,
  storableText,
  withPartialClone,
} from './partial-clone.ts'

const depth = 50
const maxFileBytes = 256 * 1024
const maxReadmeLength = 20_000
const maxReadBytes = 16 * 1024 * 1024

/** Reads the newest commits of a branch, and only the files that describe the repository. */
export function readContents(remote: OpenRemote, branch: string): Promise<Contents> {
  return withPartialClone(remote, { branch, depth }, async (clone) => {
    const files = await listFiles(clone)
    const text = await readFiles(clone, files)
    const commits = await readCommits(clone.run)
    return { ...describe([...files.keys()], text), commits }
  })
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
    codeowners: codeownersIn(text),
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
async function listFiles(clone: PartialClone): Promise<Map<string, string>> {
  const entries = await listTree(clone)
  return new Map(entries.flatMap(({ type, id, path }) => (type === 'blob' ? [[path, id] as const] : [])))
}

/** Returns the texts of the manifests and the readme. */
async function readFiles(clone: PartialClone, files: Map<string, string>): Promise<Map<string, string>> {
  const selected = [...files].filter(
    ([file]) => manifestPaths.includes(file) || readmePattern.test(file) || isCodeowners(file),
  )
  const ids = [...new Set(selected.map(([, id]) => id))]
  if (ids.length === 0) return new Map()
  await fetchBlobs(clone, ids)
  const sizes = await blobSizes(clone, ids)
  const small = ids.filter((id) => (sizes.get(id) ?? Infinity) <= maxFileBytes)
  const blobs = await readBlobs(clone, small, maxReadBytes)
  return new Map(
    selected.flatMap(([file, id]) => (blobs.has(id) ? [[file, storableText(blobs.get(id)!)] as const] : [])),
  )
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
