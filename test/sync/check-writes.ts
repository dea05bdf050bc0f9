import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Device, Recorded } from './device.ts'
import type { History, PersonEdit } from './history.ts'
import { type Fields, type Kind, isText, wordsOf } from './protocol.ts'
import type { Conflict, JournalEntry, ServerState, StoredItem } from './server-state.ts'

/** Where a value or a word of a text comes from. */
interface Origin {
  version: number
  device?: Device
  seq?: number
}

interface Value extends Origin {
  value: unknown
  /** The origin of each word of a text. */
  words: Map<string, Origin>
}

type Event =
  | { at: number; order: number; change: Recorded }
  | { at: number; order: number; edit: PersonEdit }
  | { at: number; order: number; entry: JournalEntry }

/**
 * Replays all acknowledged changes in the order of the server's versions, and checks that none was lost: each is the
 * value, or was overwritten by a change whose author had seen it, or is in a conflict, or is in a merged text.
 */
export function checkWrites(history: History, state: ServerState): void {
  const events = new Map<string, Event[]>()
  const add = (item: string, event: Event) => events.set(item, [...(events.get(item) ?? []), event])
  for (const recorded of history.all.flatMap(({ records }) => records)) {
    const { result, sent, change } = recorded
    if (sent !== undefined) assert.ok(result, `The outcome of ${change.id} is unknown at the end.`)
    if (!result?.item) continue
    // A change that found its value stored already has the version of another one, which comes first.
    const isWriter = state.writers.has(`${recorded.device.id} ${change.id}`)
    add(change.item, { at: result.item.version, order: isWriter ? 0 : sent!, change: recorded })
  }
  for (const edit of history.edits) add(edit.item, { at: edit.version, order: 0, edit })
  for (const entry of state.journal)
    if (/\.(deleted|restored)$/.test(entry.type)) add(entry.item, { at: entry.version, order: -1, entry })
  for (const [id, all] of events) {
    const stored = state.items.get(id)
    assert.ok(stored, `${id} was acknowledged, but doesn't exist.`)
    const sorted = all.toSorted((a, b) => a.at - b.at || a.order - b.order)
    new Replay(history, state, stored).run(sorted)
  }
}

/** The fields that a creation sets without naming them. */
const defaults: Partial<Record<Kind, Fields>> = {
  task: { status: 'todo', priority: 'none', labels: [], story: null },
  epic: { status: 'planned' },
  note: { tags: [], project: null },
  decision: { tags: [] },
}

class Replay {
  readonly #values = new Map<string, Value>()
  readonly #stored: StoredItem
  readonly #conflicts: Conflict[]
  readonly #isTouched: boolean
  #isDeleted = false

  constructor(history: History, state: ServerState, stored: StoredItem) {
    this.#stored = stored
    this.#conflicts = state.conflicts.filter(({ item }) => item === stored.id)
    this.#isTouched = history.touched.has(stored.id)
  }

  run(events: Event[]): void {
    for (const event of events) {
      const { at: version } = event
      if ('entry' in event) this.#deleteOrRestore(event.entry, events)
      else if ('edit' in event) this.#write(event.edit.field, event.edit.value, { version })
      else this.#change(event.change, version)
    }
    const { kind, id, isDeleted, fields } = this.#stored
    assert.equal(
      isDeleted,
      this.#isDeleted,
      `${kind} ${id}: the journal and the row disagree about the deletion.`,
    )
    for (const [field, { value, version: at }] of this.#values)
      if (field in fields)
        assert.deepEqual(fields[field], value, `${field} of ${kind} ${id} is not what version ${at} wrote.`)
  }

  #change(recorded: Recorded, version: number): void {
    const { change, device, seq, result } = recorded
    if (change.action !== 'create' && change.action !== 'update') return
    if (this.#isDeleted) return this.#keepsDeleted(recorded)
    if (change.action === 'create')
      for (const [field, value] of Object.entries(defaults[change.kind] ?? {}))
        if (!(field in change.fields!)) this.#write(field, value, { version, device, seq })
    for (const [field, pushed] of Object.entries(change.fields!)) {
      const after = result!.fields && field in result!.fields ? result!.fields[field] : pushed
      const before = this.#values.get(field)
      const isSame = before !== undefined && isDeepStrictEqual(before.value, after)
      if (isSame) continue
      assert.ok(before?.version !== version, `${this.#name(field)}: two changes wrote version ${version}.`)
      if (before) this.#losesNothing(field, before, after, recorded)
      if (isText(change.kind, field)) this.#keepsOwnWords(field, pushed, after, recorded)
      this.#write(field, after, { version, device, seq })
    }
  }

  /** Checks that everything that a write removed was seen by its author, or is kept in a conflict. */
  #losesNothing(field: string, before: Value, after: unknown, by: Recorded): void {
    if (!isText(this.#kind, field)) {
      if (hasSeen(by, field, before, before.value)) return
      const isKept = this.#conflicts.some(
        (each) =>
          (each.field === field && isDeepStrictEqual(each.other, before.value)) ||
          inFields(each, field, before.value),
      )
      assert.ok(
        isKept,
        `${this.#name(field)}: ${by.change.id} replaced ${JSON.stringify(before.value)} unseen.`,
      )
      return
    }
    const remaining = new Set(wordsOf(after))
    for (const [word, origin] of before.words) {
      if (remaining.has(word) || hasSeen(by, field, origin, word)) continue
      assert.ok(
        this.#isWordKept(field, word),
        `${this.#name(field)}: ${by.change.id} removed ${word} unseen.`,
      )
    }
  }

  #isWordKept(field: string, word: string): boolean {
    return this.#conflicts.some(({ field: name, type, other }) => {
      const text = type === 'field' ? name === field && other : (other as Fields | null)?.[field]
      return wordsOf(text).includes(word)
    })
  }

  /** Checks that a merged text contains the words of the change, and none twice. */
  #keepsOwnWords(field: string, pushed: unknown, after: unknown, { change }: Recorded): void {
    const words = wordsOf(after)
    assert.equal(
      new Set(words).size,
      words.length,
      `${this.#name(field)} contains a word twice: ${words.join(' ')}`,
    )
    // Another device may have removed a word that this one took from an older text. Its new words must be there.
    const older = new Set([...wordsOf(change.base?.[field]), ...this.#everWritten])
    const lost = wordsOf(pushed).filter((word) => !words.includes(word) && !older.has(word))
    assert.deepEqual(lost, [], `${this.#name(field)}: the merge of ${change.id} lost words.`)
  }

  readonly #everWritten = new Set<string>()

  #write(field: string, value: unknown, origin: Origin): void {
    const before = this.#values.get(field)
    if (before && isDeepStrictEqual(before.value, value)) return
    const earlier = before?.words
    const words = new Map(
      isText(this.#kind, field) ? wordsOf(value).map((word) => [word, earlier?.get(word) ?? origin]) : [],
    )
    for (const word of words.keys()) this.#everWritten.add(word)
    this.#values.set(field, { ...origin, value, words })
  }

  /** An edit of a deleted item must not restore it, and its values are kept. */
  #keepsDeleted({ change }: Recorded): void {
    for (const [field, value] of Object.entries(change.fields!)) {
      const isKept = this.#conflicts.some((conflict) => inFields(conflict, field, value))
      const isStored = isDeepStrictEqual(this.#values.get(field)?.value, value)
      assert.ok(
        isKept || isStored,
        `${this.#name(field)}: the edit ${change.id} of a deleted item is not kept.`,
      )
    }
  }

  #deleteOrRestore(entry: JournalEntry, events: Event[]): void {
    const isDeletion = entry.type.endsWith('.deleted')
    assert.notEqual(
      this.#isDeleted,
      isDeletion,
      `${this.#stored.id} has two journal entries ${entry.type} in a row.`,
    )
    this.#isDeleted = isDeletion
    if (!isDeletion || entry.with !== null || this.#isTouched) return
    const deletions = events.filter(
      (event) => 'change' in event && event.at === entry.version && event.change.change.action === 'delete',
    ) as Extract<Event, { change: Recorded }>[]
    const [deletion] = deletions.toSorted((a, b) => a.order - b.order)
    assert.ok(deletion, `${this.#stored.kind} ${this.#stored.id} was deleted by no acknowledged change.`)
    for (const [field, value] of this.#values) this.#keptAtDeletion(field, value, deletion.change)
  }

  #keptAtDeletion(field: string, value: Value, deletion: Recorded): void {
    const unseen = isText(this.#kind, field)
      ? [...value.words]
          .filter(([, origin]) => !hasSeen(deletion, field, origin, undefined))
          .map(([word]) => word)
      : []
    for (const word of unseen)
      assert.ok(
        this.#isWordKept(field, word),
        `${this.#name(field)}: the deletion ${deletion.change.id} lost ${word}.`,
      )
    if (isText(this.#kind, field) || hasSeen(deletion, field, value, undefined)) return
    const isKept = this.#conflicts.some((conflict) => inFields(conflict, field, value.value))
    assert.ok(
      isKept,
      `${this.#name(field)}: the deletion ${deletion.change.id} lost ${JSON.stringify(value.value)}.`,
    )
  }

  get #kind(): Kind {
    return this.#stored.kind
  }

  #name(field: string): string {
    return `${field} of ${this.#stored.kind} ${this.#stored.id}`
  }
}

/** Returns whether the author of a change had seen a value: in its version, in its base, or because it wrote it. */
function hasSeen({ change, device, seq }: Recorded, field: string, origin: Origin, value: unknown): boolean {
  if (origin.version <= (change.version ?? 0)) return true
  if (origin.device === device && origin.seq! < seq) return true
  const base = change.base?.[field]
  if (value === undefined || base === undefined) return false
  return typeof value === 'string' && isText(change.kind, field)
    ? wordsOf(base).includes(value)
    : isDeepStrictEqual(base, value)
}

/** Returns whether the conflict of a deleted item holds this value. */
function inFields({ type, other }: Conflict, field: string, value: unknown): boolean {
  return type === 'deleted' && isDeepStrictEqual((other as Fields | null)?.[field], value)
}
