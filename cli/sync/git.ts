import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/*
 * A checkout, merge or reset changes files that no one edited. The log of HEAD has a line for each, so a sync can
 * distinguish an old text that git put there from one that a person wrote.
 */

/** Returns a mark of the repository's position, or an empty text without git. */
export function gitMark(folder: string): string {
  const log = readLog(folder)
  return log === undefined ? '' : String(log.length)
}

/** Returns whether git has replaced files since the mark. A commit replaces none. */
export function gitReplacedFiles(folder: string, mark: string | undefined): boolean {
  const log = readLog(folder)
  if (log === undefined || mark === undefined) return false
  // A shorter log was rewritten: git expires old lines.
  const added = log.length >= Number(mark) ? log.slice(Number(mark)) : log
  return added.split('\n').some((line) => line.includes('\t') && !/\tcommit\b/.test(line))
}

function readLog(start: string): string | undefined {
  for (let folder = path.resolve(start); ; folder = path.dirname(folder)) {
    const found = path.join(folder, '.git')
    const stat = fs.statSync(found, { throwIfNoEntry: false })
    if (stat) {
      // In a worktree, .git is a file that names the real folder.
      const git = stat.isDirectory() ? found : path.resolve(folder, gitFolderIn(found))
      const log = path.join(git, 'logs/HEAD')
      return fs.existsSync(log) ? fs.readFileSync(log, 'latin1') : ''
    }
    if (path.dirname(folder) === folder) return undefined
  }
}

function gitFolderIn(file: string): string {
  return fs
    .readFileSync(file, 'utf8')
    .replace(/^gitdir:\s*/, '')
    .trim()
}

/** Returns the files of the folder whose text git has, so that replacing them loses nothing. */
export function committedFiles(folder: string): Set<string> {
  const list = (...words: string[]) => {
    const { status, stdout } = spawnSync('git', ['-C', folder, 'ls-files', '-z', ...words], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    return status === 0 ? stdout.split('\0') : []
  }
  const modified = new Set(list('--modified'))
  return new Set(list().filter((file) => !modified.has(file)))
}
