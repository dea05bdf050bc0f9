import type { Fields } from '../cells.ts'
import { type Names, type ParsedFile, changedFields, idIn, parseFile } from './file-format.ts'
import { type FoundFile, hashOf, kindAt, listFiles, readText, titleFrom } from './folder.ts'
import { FileError } from './front-matter.ts'
import { committedFiles, gitReplacedFiles } from './git.ts'
import { type FileKind, fileFormats } from './kinds.ts'
import { saveLocalCopy } from './conflict-notes.ts'
import { belongs, shownFields } from './membership.ts'
import type { Report } from './report.ts'
import type { FileRow, ItemRow, State } from './state.ts'

/** A changed file. */
export interface Edit {
  row: FileRow
  changes: Fields
  stamp: string
  hash: string
}

/** A file without an item. */
export interface NewFile {
  path: string
  kind: FileKind
  fields: Fields
  stamp: string
  hash: string
}

export interface Scan {
  edits: Edit[]
  created: NewFile[]
  /** The files that no longer exist. */
  vanished: FileRow[]
  /** The number of files that belong to items. */
  known: number
  gitReplaced: boolean
}

/** Compares the folder with the local state. Reads only files that were written since the last sync. */
export function scan(state: State, names: Names, report: Report, { dryRun = false } = {}): Scan {
  const found = listFiles(state.folder)
  const rows = state.files()
  return new Scanner(state, names, report, found, rows, dryRun).run()
}

class Scanner {
  private readonly state: State
  private readonly names: Names
  private readonly report: Report
  private readonly found: FoundFile[]
  private readonly rows: FileRow[]
  private readonly dryRun: boolean
  private readonly byPath: Map<string, FileRow>
  private readonly byItem: Map<string, FileRow>
  private readonly stamps: Map<string, string>
  private readonly matched = new Set<string>()
  private readonly moved: FileRow[] = []
  private readonly result: Scan
  private inGit: Set<string> | undefined
  /** Whether a file without an item can't be read. It could be a moved one, so no deletion is certain. */
  private unclear = false

  constructor(
    state: State,
    names: Names,
    report: Report,
    found: FoundFile[],
    rows: FileRow[],
    dryRun: boolean,
  ) {
    this.state = state
    this.names = names
    this.report = report
    this.found = found
    this.rows = rows
    this.dryRun = dryRun
    this.byPath = new Map(rows.map((row) => [row.path, row]))
    this.byItem = new Map(rows.map((row) => [row.item, row]))
    this.stamps = new Map(found.map(({ path, stamp }) => [path, stamp]))
    const gitReplaced = gitReplacedFiles(state.folder, state.meta('git'))
    this.result = { edits: [], created: [], vanished: [], known: rows.length, gitReplaced }
  }

  run(): Scan {
    for (const file of this.found) {
      try {
        this.look(file)
      } catch (error) {
        if (!(error instanceof FileError)) throw error
        const row = this.byPath.get(file.path)
        if (row) this.matched.add(row.item)
        else this.unclear = true
        this.report.problem(file.path, error.message, error.line)
      }
    }
    const missing = this.rows.filter(
      ({ item, path }) =>
        !this.matched.has(item) && !this.moved.some((row) => row.path === path && row.item === item),
    )
    this.adoptMovedBare(missing)
    for (const row of this.moved) this.state.dropFile(row.item)
    for (const row of this.moved) this.state.putFile(row)
    this.result.vanished = this.unclear ? [] : missing.filter(({ item }) => !this.matched.has(item))
    return this.result
  }

  private look({ path, stamp }: FoundFile): void {
    const row = this.byPath.get(path)
    if (row?.stamp === stamp) return void this.matched.add(row.item)
    const text = readText(this.state.folder, path)
    if (text === undefined) return
    const hash = hashOf(text)
    if (row?.hash === hash && row.stamp !== '') {
      this.matched.add(row.item)
      return this.state.setStamp(path, stamp, hash)
    }
    const id = idIn(text)
    if (id === undefined) return this.lookWithoutId({ path, stamp, hash, text }, row)
    const owner = this.byItem.get(id)
    if (this.matched.has(id) || (owner && owner.path !== path && this.stillHolds(owner)))
      return this.report.problem(
        path,
        'This is a copy of another file. Remove its "id" and "key" lines to create a new item.',
        1,
      )
    if (!owner) return this.adopt({ path, stamp, hash, text }, id)
    this.matched.add(id)
    const here = { ...owner, path }
    if (owner.path !== path) {
      this.moved.push(here)
      this.report.add('moved', path, `from ${owner.path}`)
    }
    this.compare(here, { path, stamp, hash, text })
  }

  private lookWithoutId(file: ReadFile, row: FileRow | undefined): void {
    if (row?.bare) {
      this.matched.add(row.item)
      return this.compare(row, file)
    }
    if (row) {
      this.matched.add(row.item)
      throw new FileError(
        1,
        `The line "id: ${row.item}" is missing. Restore it, or rename the file to create a new item.`,
      )
    }
    // An editor can create an empty file first.
    if (file.text.trim() === '') return
    const kind = kindAt(file.path)
    const { fields } = parseFile(kind, file.text, this.names)
    this.result.created.push({ ...pick(file), kind, fields: withTitle(kind, fields, file.path) })
  }

  /** Returns whether the file of this row still exists with the same id, so that another one is its copy. */
  private stillHolds({ path, stamp, item }: FileRow): boolean {
    const now = this.stamps.get(path)
    if (now === undefined || now === stamp) return now !== undefined
    try {
      return idIn(readText(this.state.folder, path) ?? '') === item
    } catch {
      return true
    }
  }

  private compare(row: FileRow, file: ReadFile): void {
    if (row.orphan) return this.report.problem(row.path, orphanText)
    const parsed = this.parse(row, file.text)
    const changes = changedFields(parsed.fields, row.base, parsed.crlf)
    if (Object.keys(changes).length === 0) return this.accept({ ...row, stamp: file.stamp, hash: file.hash })
    if (this.result.gitReplaced && this.state.wasSynced(row.item, file.hash))
      return this.refresh(row, parsed, file)
    this.result.edits.push({ row, changes, stamp: file.stamp, hash: file.hash })
  }

  private parse(row: FileRow, text: string): ParsedFile {
    const key = this.state.item(row.item)?.key ?? ''
    if (!row.bare) return parseFile(row.kind, text, this.names, { id: row.item, key, fields: row.base })
    const parsed = parseFile(row.kind, text, this.names)
    return { ...parsed, fields: withTitle(row.kind, parsed.fields, row.path) }
  }

  /** Connects a file with an item that has no file yet, as in a fresh clone of a git repository. */
  private adopt(file: ReadFile, id: string): void {
    const item = this.state.item(id)
    if (!item || !belongs(this.state, item))
      throw new FileError(
        2,
        'No item of this project has this id. Restore the item if it was deleted, or remove the "id" and "key" lines to create a new one.',
      )
    this.matched.add(id)
    const row = rowFor(item, file)
    const parsed = this.parse(row, file.text)
    const changes = changedFields(parsed.fields, row.base, parsed.crlf)
    if (Object.keys(changes).length === 0) return this.accept(row)
    // Without the version that the file comes from, a merge would guess. The server's version wins, and a copy stays.
    const isSafe = this.state.wasSynced(id, file.hash) || this.committed().has(file.path)
    if (!isSafe && !this.dryRun)
      this.report.add('conflict', saveLocalCopy(this.state, file), 'copy of your file')
    this.refresh(row, parsed, file)
  }

  private committed(): Set<string> {
    this.inGit ??= committedFiles(this.state.folder)
    return this.inGit
  }

  private accept(row: FileRow): void {
    const index = this.moved.findIndex(({ item }) => item === row.item)
    if (index === -1) this.state.putFile(row)
    else this.moved[index] = row
  }

  /** Accepts an outdated file as it is, and lets the server's version replace it. */
  private refresh(row: FileRow, { fields }: ParsedFile, { stamp, hash }: ReadFile): void {
    this.accept({ ...row, base: { ...row.base, ...fields }, stamp, hash })
    this.state.markDirty(row.item)
  }

  /** Recognizes a moved file that has no id yet by its text. */
  private adoptMovedBare(missing: FileRow[]): void {
    for (const row of missing.filter(({ bare }) => bare)) {
      const index = this.result.created.findIndex(({ hash }) => hash === row.hash)
      if (index === -1) continue
      const [file] = this.result.created.splice(index, 1)
      this.moved.push({ ...row, path: file!.path })
      this.matched.add(row.item)
    }
  }
}

interface ReadFile {
  path: string
  stamp: string
  hash: string
  text: string
}

export const orphanText =
  "You can no longer see this item, and the server rejected the file's last changes. Copy the text you need, then delete the file."

function rowFor(item: ItemRow, { path, stamp, hash }: ReadFile): FileRow {
  // A kind without files doesn't belong to a folder.
  const kind = item.kind as FileKind
  const { id, version } = item
  return { path, item: id, kind, stamp, hash, base: shownFields(item), version, bare: false, orphan: false }
}

function withTitle(kind: FileKind, fields: Fields, path: string): Fields {
  const { title } = fileFormats[kind]
  return fields[title] ? fields : { ...fields, [title]: titleFrom(path) }
}

function pick({ path, stamp, hash }: ReadFile) {
  return { path, stamp, hash }
}
