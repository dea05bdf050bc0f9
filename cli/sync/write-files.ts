import { type Names, type ParsedFile, changedFields, formatFile, parseFile } from './file-format.ts'
import { hashOf, pathFor, readText, removeFile, stampOf, writeText } from './folder.ts'
import { FileError } from './front-matter.ts'
import { type FileKind, fileFormats } from './kinds.ts'
import { belongs, shownFields } from './membership.ts'
import type { Report } from './report.ts'
import { orphanText } from './scan.ts'
import type { FileRow, ItemRow, State } from './state.ts'

/**
 * Writes the pulled changes into files, and removes the files of removed items. A field that was edited since the scan
 * keeps its edit: the next sync pushes it. `restored` names items whose missing files are written again.
 */
export function writeFiles(state: State, names: Names, report: Report, restored: Set<string>): void {
  for (const id of state.removedItems()) {
    const row = state.file(id)
    if (row) removeItemFile(state, names, row, report)
    state.forgetRemoved(id)
  }
  for (const item of state.dirtyItems()) {
    const row = state.file(item.id)
    if (belongs(state, item)) {
      if (!writeItem(state, names, item, row, report, restored.has(item.id))) continue
    } else if (row) removeItemFile(state, names, row, report)
    state.markClean(item.id)
  }
}

/** Returns whether the file now shows the item, or will after the next push. */
function writeItem(
  state: State,
  names: Names,
  item: ItemRow,
  row: FileRow | undefined,
  report: Report,
  isRestored: boolean,
): boolean {
  const { folder } = state
  // A kind without files doesn't belong to the folder.
  const kind = item.kind as FileKind
  const fields = shownFields(item)
  const shown = { id: item.id, key: item.key, fields }
  const existing = row && readText(folder, row.path)
  if (!row || (existing === undefined && isRestored)) {
    const title = String(kind === 'skill' ? fields.slug : fields[fileFormats[kind].title])
    const isTaken = (file: string) => stampOf(folder, file) !== undefined
    const path = row?.path ?? pathFor(kind, { key: item.key, title }, isTaken)
    store(state, newRow(path, kind, item), formatFile(kind, shown, names), undefined)
    report.add('pulled', path)
    return true
  }
  if (existing === undefined) return false
  const parsed = tryParse(row, existing, names, item.key)
  if (!parsed) return false
  const edits = changedFields(parsed.fields, row.base, parsed.crlf)
  const hasEdits = Object.keys(edits).length > 0
  const text = formatFile(kind, { ...shown, fields: { ...fields, ...edits } }, names, existing)
  const base = { ...fields, ...Object.fromEntries(Object.keys(edits).map((name) => [name, row.base[name]])) }
  const next = { ...row, bare: false, orphan: false, base, version: hasEdits ? row.version : item.version }
  if (!store(state, next, text, existing)) return false
  // An empty stamp makes the next scan read the file again.
  if (hasEdits) state.setStamp(row.path, '', hashOf(text))
  const changed = Object.keys(changedFields(fields, { ...row.base, ...edits }, parsed.crlf))
  if (text !== existing && !row.bare) report.add('pulled', row.path, changed.join(', '))
  return true
}

function newRow(path: string, kind: FileKind, item: ItemRow): FileRow {
  const { id, version } = item
  return {
    path,
    item: id,
    kind,
    stamp: '',
    hash: '',
    base: shownFields(item),
    version,
    bare: false,
    orphan: false,
  }
}

/** Writes the text, unless the file was changed since it was read. The row is stored last: a crash repeats the write. */
function store(state: State, row: FileRow, text: string, existing: string | undefined): boolean {
  const { folder } = state
  if (text !== existing) {
    if (existing !== undefined && readText(folder, row.path) !== existing) return false
    writeText(folder, row.path, text)
  }
  state.putFile({ ...row, hash: hashOf(text), stamp: stampOf(folder, row.path) ?? '' })
  return true
}

function removeItemFile(state: State, names: Names, row: FileRow, report: Report): void {
  const text = readText(state.folder, row.path)
  const parsed = text === undefined ? undefined : tryParse(row, text, names, '')
  const isUnchanged = parsed && Object.keys(changedFields(parsed.fields, row.base, parsed.crlf)).length === 0
  if (text !== undefined && !isUnchanged) {
    state.putFile({ ...row, stamp: '', orphan: true })
    return report.problem(row.path, orphanText)
  }
  removeFile(state.folder, row.path)
  state.dropFile(row.item)
  report.add('removed', row.path)
}

/** Returns undefined for a file with errors. The scan reports them. */
function tryParse(row: FileRow, text: string, names: Names, key: string): ParsedFile | undefined {
  try {
    const known = row.bare ? undefined : { id: row.item, key, fields: row.base }
    return parseFile(row.kind, text, names, known)
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}
