import { setImmediate as yieldToEvents } from 'node:timers/promises'
import type { App } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import {
  type PartialClone,
  type TreeEntry,
  listTree,
  readBlobs,
  storableText,
} from '../repos/partial-clone.ts'
import { chunkFile } from './chunk-file.ts'
import { type Download, downloadFiles } from './download-files.ts'
import { type RepoToIndex, finishRun, renewRun } from './index-runs.ts'
import { type IndexLimits, indexLimits } from './limits.ts'
import { redactSecrets } from './redact-secrets.ts'
import { countSkipped, selectFiles } from './select-files.ts'
import { skipByContent } from './skip-by-content.ts'
import type { SkipReason } from './skip-by-path.ts'
import {
  type ContentToStore,
  type StoredContent,
  type StoredFile,
  readStoredFiles,
  removeFiles,
  removeUnusedChunks,
  storeChunks,
  storeFiles,
} from './stored-files.ts'

interface Reading {
  run: string
  clone: PartialClone
  how: Download
  limits: IndexLimits
}

/** Brings the index to the head of a clone. Each batch stores files with their chunks, so progress is never lost. */
export async function indexClone(
  app: App,
  repo: RepoToIndex,
  { run, clone, how, limits }: Reading,
): Promise<void> {
  const { database } = app
  const { maxFileBytes, maxTextBytes } = limits
  const commit = (await clone.run(['rev-parse', '--verify', 'HEAD'])).toString('utf8').trim()
  const { files, skipped } = selectFiles(await listTree(clone), limits)
  const stored = await readStoredFiles(database, repo.id)
  const { kept, contents } = findKept(files, repo.sameRules ? stored : [])
  const added = files.filter(({ path }) => !kept.has(path))
  // New files with the content of another file.
  await storeFiles(
    database,
    repo.id,
    added.flatMap(({ path, id }) => (contents.has(id) ? [{ ...contents.get(id)!, path }] : [])),
  )
  const missing = Map.groupBy(
    added.filter(({ id }) => !contents.has(id)),
    ({ id }) => id,
  )
  const sizes = await downloadFiles(clone, { commit, ids: [...missing.keys()], how, maxFileBytes })
  const found = [...missing].map(([id, entries]) => ({
    id,
    bytes: sizes.get(id) ?? Infinity,
    paths: entries.map(({ path }) => path),
  }))
  const [readable, large] = partition(found, ({ bytes }) => bytes <= maxFileBytes)
  await storeFiles(
    database,
    repo.id,
    large.flatMap((content) => filesOf({ ...content, bytes: 0 }, null, 'large')),
  )
  let bytes = [...contents.values()].reduce((sum, content) => sum + content.bytes, 0)
  const [toRead, beyond] = partition(readable, (content) => (bytes += content.bytes) <= maxTextBytes)
  if (beyond.length > 0) countSkipped(skipped, 'limit', beyond.flatMap(({ paths }) => paths).length)
  for (const batch of batchesOf(toRead)) {
    const read = await readBatch(clone, batch)
    await renewRun(database, repo.id, run)
    await database.transaction(async (db) => {
      await storeChunks(db, repo.id, read.chunks)
      await storeFiles(db, repo.id, read.files)
    })
  }
  const current = new Set(files.map(({ path }) => path))
  const removed = stored.filter(({ path }) => !current.has(path)).map(({ path }) => path)
  await removeFiles(database, repo.id, removed)
  await removeUnusedChunks(database, repo.id)
  await finishRun(app, repo.id, run, { commit, skipped })
}

/** Finds the files that didn't change, and the contents that files share. */
function findKept(files: TreeEntry[], stored: StoredFile[]) {
  const before = new Map(stored.map((file) => [file.path, file]))
  const kept = new Set<string>()
  const contents = new Map<string, StoredContent>()
  for (const { path, id } of files) {
    const file = before.get(path)
    if (file?.blob !== id) continue
    kept.add(path)
    const { blob, bytes, subjectId, skipped } = file
    contents.set(id, { blob, bytes, subjectId, skipped })
  }
  return { kept, contents }
}

/** A content in the repository, with the paths of its files. */
interface FoundContent {
  id: string
  bytes: number
  paths: string[]
}

function filesOf(
  { id: blob, bytes, paths }: FoundContent,
  subjectId: string | null,
  skipped: SkipReason | null,
): StoredFile[] {
  return paths.map((path) => ({ path, blob, bytes, subjectId, skipped }))
}

function partition<Item>(items: Item[], matches: (item: Item) => boolean): [Item[], Item[]] {
  const { true: matching = [], false: others = [] } = Object.groupBy(items, (item) =>
    matches(item) ? 'true' : 'false',
  )
  return [matching, others]
}

// Bounds the memory and the length of a transaction, whatever the size of the repository.
const batchBytes = indexLimits.maxFileBytes

function* batchesOf(contents: FoundContent[]): Generator<FoundContent[]> {
  let batch: FoundContent[] = []
  let bytes = 0
  for (const content of contents) {
    if (batch.length > 0 && bytes + content.bytes > batchBytes) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(content)
    bytes += content.bytes
  }
  if (batch.length > 0) yield batch
}

/** Reads contents, and splits them into chunks. */
async function readBatch(clone: PartialClone, batch: FoundContent[]) {
  const blobs = await readBlobs(
    clone,
    batch.map(({ id }) => id),
    batchBytes,
  )
  const chunks: ContentToStore[] = []
  const files: StoredFile[] = []
  for (const content of batch) {
    // Splitting takes milliseconds for each file, during which the server can do nothing else.
    await yieldToEvents()
    const blob = blobs.get(content.id)
    const [path] = content.paths
    if (!blob || path === undefined) continue
    const skipped = skipByContent(blob)
    if (skipped) {
      files.push(...filesOf(content, null, skipped))
      continue
    }
    const subjectId = newId()
    const lines = redactSecrets(storableText(blob).split(/\r\n|\r|\n/))
    chunks.push({ subjectId, path, chunks: chunkFile(path, lines) })
    files.push(...filesOf(content, subjectId, null))
  }
  return { chunks, files }
}
