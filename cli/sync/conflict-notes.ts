import { type Fields, isFields, isListOfFields, nameOf } from '../cells.ts'
import type { Call } from '../connection.ts'
import { noteSuffix, notePath, pathFor, readText, removeFile, stampOf, writeText } from './folder.ts'
import { isFileKind } from './kinds.ts'
import type { Report } from './report.ts'
import type { State } from './state.ts'

/** Writes a note beside each file with open conflicts, and removes the notes of resolved ones. */
export async function writeConflictNotes(state: State, call: Call, report: Report): Promise<void> {
  const { project } = state.link()!
  const notes = new Map<string, Fields[]>()
  let cursor: unknown
  do {
    const page = await call('conflicts.list', {
      project,
      state: 'open',
      limit: 100,
      ...(cursor ? { cursor } : {}),
    })
    for (const conflict of isListOfFields(page.items) ? page.items : []) {
      const path = pathOfNote(state, conflict)
      if (path !== undefined) notes.set(path, [...(notes.get(path) ?? []), conflict])
    }
    cursor = page.nextCursor
  } while (cursor)
  for (const [path, conflicts] of notes) {
    const text = noteText(conflicts)
    if (readText(state.folder, path) === text) continue
    writeText(state.folder, path, text)
    state.putNote(path)
    report.add('conflict', path)
  }
  for (const path of state.notes().filter((each) => !notes.has(each))) {
    removeFile(state.folder, path)
    state.dropNote(path)
    report.add('removed', path, 'resolved')
  }
}

/** Keeps a text that the server's version replaces. Returns the path of the note. */
export function saveLocalCopy(state: State, { path, text }: { path: string; text: string }): string {
  let copy = notePath(path)
  for (let count = 2; stampOf(state.folder, copy) !== undefined; count++)
    copy = notePath(path).replace(noteSuffix, `-${count}${noteSuffix}`)
  const intro = `This is your text of ${path}, from before the first sync of this folder. The file now has the text of the server.
Copy into it what you need, then delete this note.

`
  writeText(state.folder, copy, `${intro}${fenced(text)}\n`)
  return copy
}

function pathOfNote(state: State, { kind, item }: Fields): string | undefined {
  if (!isFields(item) || typeof kind !== 'string' || !isFileKind(kind)) return undefined
  const { id, key, title } = item
  const file = state.file(String(id))?.path
  return notePath(file ?? pathFor(kind, { key: String(key), title: String(title) }, () => false))
}

function noteText(conflicts: Fields[]): string {
  const [{ item } = {}] = conflicts
  const name = isFields(item) ? nameOf(item) : undefined
  return `# Conflicts in ${name ?? 'this item'}

Concurrent edits of this item conflict, and Baton kept all values. Resolve the conflicts, and the next sync removes this note.
${conflicts.map(section).join('')}`
}

function section({ id, type, field, current, other, currentBy, otherBy }: Fields): string {
  const resolve = `baton conflicts resolve ${String(id)} --take`
  if (type === 'deleted')
    return `
## Deleted

${byline(currentBy)} deleted the item while ${byline(otherBy)} edited it. These values were not kept in the item:

${fenced(plain(other))}

- Leave it deleted: \`${resolve} current\`
- Restore it with these values: \`${resolve} other\`
`
  return `
## ${String(field)}

The item has this value, by ${byline(currentBy)}:

${fenced(plain(current))}

The other value, by ${byline(otherBy)}:

${fenced(plain(other))}

- Keep the item's value: \`${resolve} current\`
- Use the other value: \`${resolve} other\`
- Use your own value: \`${resolve} value --value "…"\`
`
}

function byline(who: unknown): string {
  return isFields(who) ? (nameOf(who) ?? 'someone') : 'someone'
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (!isFields(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${plain(each)}`)
    .join('\n')
}

/** Encloses a text in a fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}
