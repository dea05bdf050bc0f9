import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type OpenRemote, Unreadable } from '../../platform/git-remote.ts'

/** Limit of the whole clone. */
export const maxCloneBytes = 300 * 1024 * 1024
const maxListingBytes = 64 * 1024 * 1024

/** Thrown when a clone exceeds its size limit. */
export class CloneTooLarge extends Unreadable {}

/** A clone without files, in a temporary folder. */
export interface PartialClone {
  run: OpenRemote['run']
  /** Runs a command that downloads. Rejects as soon as the clone is too large. */
  download: OpenRemote['run']
}

/** An entry of a tree. Type `commit` is a submodule, and mode 120000 a symbolic link. */
export interface TreeEntry {
  mode: string
  type: string
  id: string
  path: string
}

/**
 * Clones the newest commits of a branch, or all branches, into a temporary folder, so that any node can do it. Checks
 * nothing out, and downloads no files. Removes the folder after `work`.
 *
 * `maxBytes` limits the whole clone.
 */
export async function withPartialClone<Result>(
  remote: OpenRemote,
  selection: { branch: string; depth: number } | 'all branches',
  work: (clone: PartialClone) => Promise<Result>,
  maxBytes = maxCloneBytes,
): Promise<Result> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'baton-repo-'))
  const gitDir = path.join(folder, 'git')
  const sizeWatch = watchSize(path.join(gitDir, 'objects', 'pack'), maxBytes)
  const download: OpenRemote['run'] = async (args, more) => {
    const output = await remote.run(args, { ...more, signal: sizeWatch.signal })
    // A fast download ends between two checks.
    await sizeWatch.requireFits()
    return output
  }
  try {
    await download([
      'clone',
      '--quiet',
      '--bare',
      '--template=',
      '--no-tags',
      '--filter=blob:none',
      ...(selection === 'all branches'
        ? []
        : ['--single-branch', `--depth=${selection.depth}`, `--branch=${selection.branch}`]),
      '--',
      remote.url,
      gitDir,
    ])
    const inClone = (args: string[]) => [`--git-dir=${gitDir}`, ...args]
    return await work({
      run: (args, more) => remote.run(inClone(args), more),
      download: (args, more) => download(inClone(args), more),
    })
  } finally {
    sizeWatch.stop()
    await fs.rm(folder, { recursive: true, force: true })
  }
}

/** Lists all files of the newest commit. */
export async function listTree({ run }: PartialClone): Promise<TreeEntry[]> {
  const output = await run(['ls-tree', '-r', '-z', '--full-tree', 'HEAD'], { most: maxListingBytes })
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, type, id, file] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? []
      return file === undefined ? [] : [{ mode: mode!, type: type!, id: id!, path: file }]
    })
}

/** Downloads these files in one request. */
export async function fetchBlobs({ download }: PartialClone, ids: string[]): Promise<void> {
  await download(
    [
      // Without it, git offers its commits, and rejects the response if their history is incomplete.
      '-c',
      'fetch.negotiationAlgorithm=noop',
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--filter=blob:none',
      '--stdin',
      'origin',
    ],
    { input: linesOf(ids) },
  )
}

/** Returns the sizes of files in bytes. Downloads a missing one, so pass only files that are there. */
export async function blobSizes({ run }: PartialClone, ids: string[]): Promise<Map<string, number>> {
  const output = await run(['cat-file', '--batch-check'], { input: linesOf(ids), most: maxListingBytes })
  const sizes = output.toString('utf8').split('\n')
  return new Map(
    sizes.flatMap((line) => {
      const [id, type, size] = line.split(' ')
      return type === 'blob' ? [[id!, Number(size)] as const] : []
    }),
  )
}

/** Reads files with at most this number of bytes altogether. */
export async function readBlobs(
  { run }: PartialClone,
  ids: string[],
  maxBytes: number,
): Promise<Map<string, Buffer>> {
  const lengthOfHeader = 100
  const most = maxBytes + ids.length * lengthOfHeader
  return parseBatch(await run(['cat-file', '--batch'], { input: linesOf(ids), most }))
}

function linesOf(ids: string[]): string {
  return `${ids.join('\n')}\n`
}

/** Parses `git cat-file --batch`: `<id> blob <size>`, a line break, the bytes, and a line break. */
function parseBatch(output: Buffer): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>()
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at)
    const [id, type, size] = output.toString('utf8', at, end).split(' ')
    const length = type === 'blob' ? Number(size) : 0
    if (type === 'blob') blobs.set(id!, output.subarray(end + 1, end + 1 + length))
    at = end + 1 + (type === 'blob' ? length + 1 : 0)
  }
  return blobs
}

/** Returns the text without NUL and lone surrogates, which PostgreSQL rejects. */
export function storableText(blob: Buffer): string {
  return blob.toString('utf8').replaceAll('\0', '').toWellFormed()
}

/** Aborts its signal as soon as the clone exceeds its size limit. */
function watchSize(packs: string, maxBytes: number) {
  const controller = new AbortController()
  const requireFits = async () => {
    if ((await sizeOf(packs)) > maxBytes) throw new CloneTooLarge('It is too large to read.')
  }
  const abort = (error: unknown) => controller.abort(error)
  const timer = setInterval(() => void requireFits().catch(abort), 250)
  return { signal: controller.signal, requireFits, stop: () => clearInterval(timer) }
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
