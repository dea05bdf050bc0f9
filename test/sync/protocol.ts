/** The parts of the sync protocol that a device needs. Written from the documentation, not from the server's types. */
export const kinds = ['project', 'epic', 'story', 'task', 'note', 'decision'] as const
export type Kind = (typeof kinds)[number]
export type Fields = Record<string, unknown>

export interface Item {
  kind: Kind
  id: string
  scope: string
  version: number
  fields: Fields
}

export interface Change {
  id: string
  kind: Kind
  item: string
  action: 'create' | 'update' | 'move' | 'delete' | 'restore'
  version?: number
  fields?: Fields
  base?: Fields
}

export type Outcome = 'applied' | 'merged' | 'conflict' | 'refused' | 'duplicate'

export interface Result {
  id: string
  outcome: Outcome
  first?: Outcome
  item?: { id: string; version: number }
  fields?: Fields
  conflicts?: string[]
  problem?: { status: number; code: string; detail?: string }
}

export type Pulled =
  | ({ change: 'put' } & Item)
  | { change: 'removed'; kind: Kind; id: string }
  | { change: 'scope_removed'; scope: string }

export interface Page {
  changes: Pulled[]
  nextCursor: string
  hasMore: boolean
}

/** Sends a request for a user in an organization. Throws a `Rejection`, or another error if there was no response. */
export type Send = (operation: string, input: object) => Promise<unknown>

export class Rejection extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The text fields, in which the server merges edits of different lines. */
const texts: Record<Kind, string> = {
  project: 'description',
  epic: 'description',
  story: 'description',
  task: 'description',
  note: 'content',
  decision: 'context',
}

export function isText(kind: Kind, field: string): boolean {
  return texts[kind] === field
}

export function textOf(kind: Kind): string {
  return texts[kind]
}

/** Returns the unique words of a text. Every edit adds one. */
export function wordsOf(text: unknown): string[] {
  return typeof text === 'string' ? (text.match(/\bw\d+\b/g) ?? []) : []
}
