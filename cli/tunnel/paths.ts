import fs from 'node:fs'
import path from 'node:path'
import { ActionError } from './action-error.ts'
import { type FolderHandle, openFolder } from './folder-handle.ts'
import { checkWritableNames, foldName, splitPath } from './path-names.ts'

/** A folder that the owner allows. */
export interface AllowedFolder {
  name: string
  /** Its absolute path. */
  path: string
  /** Absolute paths that stay closed even inside the folder: Baton's credentials, its run log and the permission file. */
  closed: string[]
}

// Windows lacks some of these: undefined adds nothing to the flags.
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = fs.constants

/**
 * Opens a regular file for reading and closes it after use. Links that stay inside the folder are followed: the path is
 * resolved first, and then opened name by name without following any link, so a link that is created after the check
 * is an error.
 */
export function readInside<Value>(
  folder: AllowedFolder,
  relative: string,
  use: (descriptor: number, stat: fs.Stats) => Value,
): Value {
  const { root, names } = resolveInside(folder, relative)
  const name = names.pop()
  if (name === undefined) throw new ActionError('The path must name a file.')
  return inFolder(root, names, false, (handle) => {
    const descriptor = openRegular(handle, name, relative)
    try {
      return use(descriptor, fs.fstatSync(descriptor))
    } finally {
      fs.closeSync(descriptor)
    }
  })
}

export function listInside<Value>(
  folder: AllowedFolder,
  relative: string,
  use: (handle: FolderHandle) => Value,
): Value {
  const { root, names } = resolveInside(folder, relative)
  return inFolder(root, names, false, use)
}

/** Opens the folder of a file to write, creates it if needed, and never follows a link. */
export function writeInside<Value>(
  folder: AllowedFolder,
  relative: string,
  use: (handle: FolderHandle, name: string) => Value,
): Value {
  const names = splitPath(relative)
  checkWritableNames(names)
  const root = rootOf(folder)
  checkClosed(folder, path.join(root, ...names), relative)
  const name = names.pop()
  if (name === undefined || relative.endsWith('/')) throw new ActionError('The path must name a file.')
  return inFolder(root, names, true, (handle) => use(handle, name))
}

/** Opens a regular file without following a link. Other kinds are rejected before and after: opening some has effects. */
export function openRegular(handle: FolderHandle, name: string, relative: string): number {
  const before = fs.lstatSync(handle.at(name), { throwIfNoEntry: false })
  if (!before) throw missing(relative)
  checkRegular(before, relative)
  const descriptor = fs.openSync(handle.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
  try {
    checkRegular(fs.fstatSync(descriptor), relative)
    handle.verify(descriptor, name)
    return descriptor
  } catch (error) {
    fs.closeSync(descriptor)
    throw error
  }
}

export function checkRegular(stat: fs.Stats, relative: string): void {
  if (stat.isDirectory()) throw new ActionError(`${quote(relative)} is a folder, not a file.`)
  if (stat.isSymbolicLink())
    throw new ActionError(`${quote(relative)} is a link. Use the path that it leads to.`)
  if (!stat.isFile()) throw new ActionError(`${quote(relative)} isn't a regular file.`)
}

function inFolder<Value>(
  root: string,
  names: string[],
  create: boolean,
  use: (handle: FolderHandle) => Value,
): Value {
  const handle = openFolder(root, names, create)
  try {
    return use(handle)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP')
      throw new ActionError('The path goes through a link that was just created.')
    throw error
  } finally {
    handle.close()
  }
}

/** Returns the names that lead to the file after all links, if they stay inside the folder. */
function resolveInside(folder: AllowedFolder, relative: string): { root: string; names: string[] } {
  const root = rootOf(folder)
  const real = resolve(path.join(root, ...splitPath(relative)), relative)
  const inside = path.relative(root, real)
  if (inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside))
    throw new ActionError(`${quote(relative)} leads out of the folder ${folder.name}.`)
  checkClosed(folder, real, relative)
  return { root, names: inside === '' ? [] : inside.split(path.sep) }
}

function resolve(absolute: string, relative: string): string {
  try {
    return fs.realpathSync.native(absolute)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)) throw missing(relative)
    throw error
  }
}

function rootOf({ name, path: absolute }: AllowedFolder): string {
  try {
    return fs.realpathSync.native(absolute)
  } catch {
    throw new ActionError(`The folder ${name} doesn't exist on the machine any more.`)
  }
}

function checkClosed({ closed }: AllowedFolder, absolute: string, relative: string): void {
  const folded = foldPath(absolute)
  const spellings = closed.flatMap((each) => [each, realOf(each)]).map(foldPath)
  if (spellings.some((each) => folded === each || folded.startsWith(`${each}/`)))
    throw new ActionError(`${quote(relative)} belongs to Baton on the machine and stays closed.`)
}

function realOf(absolute: string): string {
  try {
    return fs.realpathSync.native(absolute)
  } catch {
    return absolute
  }
}

function foldPath(absolute: string): string {
  return absolute.split(path.sep).map(foldName).join('/')
}

function missing(relative: string): ActionError {
  return new ActionError(`${quote(relative)} doesn't exist.`)
}

export function quote(relative: string): string {
  return JSON.stringify(relative === '' ? '.' : relative)
}
