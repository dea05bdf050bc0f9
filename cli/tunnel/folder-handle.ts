import fs from 'node:fs'
import path from 'node:path'
import { ActionError } from './action-error.ts'

/** An open folder. Names in it mean the same folder even if its path is replaced. */
export interface FolderHandle {
  /** Returns a path for `fs` that leads to an entry of the folder. An empty name is the folder itself. */
  at(name: string): string
  /** Rejects an opened file that isn't the entry of the folder. */
  verify(descriptor: number, name: string): void
  close(): void
}

// Windows lacks some of these: undefined adds nothing to the flags.
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants
const hasDescriptorPaths = process.platform === 'linux' && fs.existsSync('/proc/self/fd')

/**
 * Opens a folder name by name and follows no link. The root is resolved already. Missing folders are created on demand.
 *
 * On Linux each step opens a name inside the descriptor of the step before, through /proc/self/fd, as openat does. macOS
 * and Windows can't do that from Node: there each step is checked, and `verify` compares the opened file with the path
 * after it was opened. A program on the machine that replaces folders several times in between could still win.
 */
export function openFolder(root: string, names: string[], create: boolean): FolderHandle {
  return hasDescriptorPaths ? openByDescriptors(root, names, create) : openByChecks(root, names, create)
}

function openByDescriptors(root: string, names: string[], create: boolean): FolderHandle {
  let descriptor = fs.openSync(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  for (const name of names) {
    const parent = descriptor
    const at = `/proc/self/fd/${parent}/${name}`
    try {
      if (create) createFolder(at)
      descriptor = fs.openSync(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch (error) {
      throw explain(error, name)
    } finally {
      fs.closeSync(parent)
    }
  }
  return {
    at: (name) => `/proc/self/fd/${descriptor}/${name}`,
    verify: () => {},
    close: () => fs.closeSync(descriptor),
  }
}

export function openByChecks(root: string, names: string[], create: boolean): FolderHandle {
  let folder = root
  for (const name of names) {
    folder = path.join(folder, name)
    try {
      if (create) createFolder(folder)
      if (!fs.lstatSync(folder).isDirectory()) throw notFolder(name)
    } catch (error) {
      throw explain(error, name)
    }
  }
  return {
    at: (name) => path.join(folder, name),
    verify: (descriptor, name) => {
      const opened = fs.fstatSync(descriptor, { bigint: true })
      const expected = path.join(folder, name)
      // Both are resolved, so a link anywhere on the way makes them differ.
      const isSame = fs.realpathSync.native(expected) === expected
      const found = fs.lstatSync(expected, { bigint: true })
      if (!isSame || opened.dev !== found.dev || opened.ino !== found.ino)
        throw new ActionError('The path goes through a link that was just created.')
    },
    close: () => {},
  }
}

function createFolder(at: string): void {
  try {
    fs.mkdirSync(at)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function explain(error: unknown, name: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new ActionError(`The folder "${name}" doesn't exist.`)
  return ['ENOTDIR', 'ELOOP'].includes(code) ? notFolder(name) : error
}

function notFolder(name: string): ActionError {
  return new ActionError(`"${name}" is a link or a file, not a folder.`)
}
