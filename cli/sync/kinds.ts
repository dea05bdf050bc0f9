/** The kinds of items that have files. */
export type FileKind = 'task' | 'note' | 'decision' | 'spec' | 'skill'

/** The form of a value in the front matter. */
export type Shape = 'text' | 'list' | 'number' | 'time' | 'flag' | 'reference' | 'alternatives'

export interface Property {
  /** The name of the field in the API and in the front matter. */
  name: string
  shape: Shape
  /** The value that is not written, and that a missing line stands for. */
  default: unknown
  /** Whether it is always written. A missing line then changes nothing. */
  always?: true
  /** Whether a file can't change it. */
  readOnly?: true
}

export interface FileFormat {
  /** The folder of new files. */
  folder: string
  /** The field that names the item. */
  title: 'title' | 'name'
  /** Whether the item has a number, such as WEB-42, which is written as `key`. */
  numbered: boolean
  /** The fields in the front matter, in the order in which they are written. */
  properties: Property[]
  /** The text below the front matter: one field, or several as sections with headings. */
  body: string[]
}

const title: Property = { name: 'title', shape: 'text', default: '', always: true }
const status: Property = { name: 'status', shape: 'text', default: '', always: true }
const tags: Property = { name: 'tags', shape: 'list', default: [] }

/*
 * Versions and times are not written: each sync would change every file. Positions, completion notes, the files of a
 * skill and its scope stay on the server.
 */
export const fileFormats: Record<FileKind, FileFormat> = {
  task: {
    folder: 'tasks',
    title: 'title',
    numbered: true,
    properties: [
      title,
      status,
      { name: 'priority', shape: 'text', default: 'none' },
      { name: 'type', shape: 'text', default: 'task' },
      { name: 'assignee', shape: 'reference', default: null },
      { name: 'story', shape: 'reference', default: null },
      { name: 'feature', shape: 'reference', default: null },
      { name: 'labels', shape: 'list', default: [] },
      { name: 'estimate', shape: 'number', default: null },
      { name: 'dueAt', shape: 'time', default: null },
    ],
    body: ['description'],
  },
  note: {
    folder: 'notes',
    title: 'title',
    numbered: false,
    properties: [
      title,
      tags,
      { name: 'links', shape: 'list', default: [] },
      { name: 'pinned', shape: 'flag', default: false },
    ],
    body: ['content'],
  },
  decision: {
    folder: 'decisions',
    title: 'title',
    numbered: true,
    properties: [
      title,
      { ...status, readOnly: true },
      { name: 'outcome', shape: 'text', default: '', readOnly: true },
      tags,
      { name: 'alternatives', shape: 'alternatives', default: [] },
    ],
    body: ['context', 'rationale'],
  },
  spec: {
    folder: 'specs',
    title: 'title',
    numbered: true,
    properties: [title, status],
    body: ['content'],
  },
  skill: {
    folder: 'skills',
    title: 'name',
    numbered: false,
    properties: [
      { ...title, name: 'name' },
      { name: 'slug', shape: 'text', default: '', always: true },
      { name: 'description', shape: 'text', default: '' },
      tags,
    ],
    body: ['content'],
  },
}

export const fileKinds = Object.keys(fileFormats).filter(isFileKind)

export function isFileKind(kind: string): kind is FileKind {
  return Object.hasOwn(fileFormats, kind)
}
