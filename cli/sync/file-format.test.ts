import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { changedFields, formatFile, parseFile } from './file-format.ts'
import { FileError } from './front-matter.ts'
import { type FileKind, type Property, fileFormats, fileKinds } from './kinds.ts'

const names = { nameOf: (id: string) => id, idOf: (name: string) => name }
const id = '0192f0c1-2222-7333-8444-555566667777'

/** Texts with everything that YAML, Markdown and the sections could confuse. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '---',
        '## Context',
        '\\## Rationale',
        '## Rationale  ',
        '# Title',
        '\n',
        '\r\n',
        ' ',
        '\t',
        ': ',
        '#',
        '- a',
        '\u2028',
        '\u0085',
        'null',
        '1.0',
        '"',
        "'",
        '{',
        '|',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))
const line = text.map((value) => value.replace(/\s+/g, ' ').trim() || 'Title')

function valuesOf({ shape, always }: Property): fc.Arbitrary<unknown> {
  switch (shape) {
    case 'text':
      return always ? line : text
    case 'list':
      return fc.array(line, { maxLength: 3 })
    case 'number':
      return fc.option(fc.integer({ min: 0, max: 1000 }))
    case 'flag':
      return fc.boolean()
    case 'time':
      return fc.option(
        fc
          .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
          .map((date) => date.toISOString()),
      )
    case 'reference':
      return fc.option(fc.constantFrom(id, 'WEB-7', 'ada'))
    default:
      return fc.array(fc.record({ title: line, reason: text }, { noNullPrototype: true }), { maxLength: 2 })
  }
}

const items = fc.constantFrom(...fileKinds).chain((kind) => {
  const { properties, body } = fileFormats[kind]
  const fields = [
    ...properties.map((property) => [property.name, valuesOf(property)]),
    ...body.map((name) => [name, text]),
  ]
  return fc.record({
    kind: fc.constant(kind),
    before: fc.record(Object.fromEntries(fields)),
    after: fc.record(Object.fromEntries(fields)),
    crlf: fc.boolean(),
  })
})

describe('the file of an item', () => {
  it('keeps every value, stays the same text, and changes only the lines of changed fields', () => {
    fc.assert(
      fc.property(items, ({ kind, before, after, crlf }) => {
        const item = (fields: Record<string, unknown>) => ({ id, key: 'WEB-1', fields })
        const written = formatFile(kind, item(before), names)
        const parsed = parseFile(kind, written, names, item(before))
        assert.equal(parsed.id, id)
        assert.deepEqual(changedFields(parsed.fields, before, parsed.crlf), {})
        assert.equal(formatFile(kind, item(before), names, written), written)
        // An existing file, also with the line breaks of Windows, gets exactly the new values.
        const existing = crlf ? written.replace(/\r?\n/g, '\r\n') : written
        const edited = formatFile(kind, item(after), names, existing)
        const again = parseFile(kind, edited, names, item(after))
        assert.deepEqual(changedFields(again.fields, after, crlf), {})
        assert.equal(formatFile(kind, item(after), names, edited), edited)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps a line separator before three dashes, which is no end of the front matter', () => {
    const fields = { title: '\u2028---\u2028', status: 'todo' }
    const written = formatFile('task', { id, key: 'WEB-1', fields }, names)
    assert.equal(parseFile('task', written, names).fields.title, fields.title)
  })

  it('is readable, and an edit is a diff of one line that keeps comments and the style of other lines', () => {
    const fields = {
      title: 'Fix: the login',
      status: 'todo',
      labels: ['web', 'urgent'],
      story: 'WEB-7',
      description: 'It fails.',
    }
    const written = formatFile('task', { id, key: 'WEB-42', fields }, names)
    assert.equal(
      written,
      `---\nid: ${id}\nkey: WEB-42\ntitle: "Fix: the login"\nstatus: todo\nstory: WEB-7\nlabels:\n  - web\n  - urgent\n---\n\nIt fails.\n`,
    )
    const own = written.replace('status: todo', "status: 'todo' # soon").replace('It fails.\n', 'It fails.  ')
    const edited = formatFile(
      'task',
      { id, key: 'WEB-42', fields: { ...fields, priority: 'high', labels: [], title: 'Fix it' } },
      names,
      own,
    )
    assert.equal(
      edited,
      `---\nid: ${id}\nkey: WEB-42\ntitle: Fix it\nstatus: 'todo' # soon\npriority: high\nstory: WEB-7\n---\n\nIt fails.`,
    )
    const decision = formatFile(
      'decision',
      {
        id,
        key: 'D-1',
        fields: { title: 'Use it', status: 'open', context: 'Why\n## Rationale', rationale: 'So' },
      },
      names,
    )
    assert.match(decision, /---\n\n## Context\n\nWhy\n\\## Rationale\n\n## Rationale\n\nSo\n$/)
  })

  it('reads a new file with a heading, and one with front matter', () => {
    const read = (kind: FileKind, text: string) => parseFile(kind, text, names).fields
    assert.equal(read('task', '# Buy milk').title, 'Buy milk')
    assert.equal(read('task', '# Buy milk\n\nTwo litres.\n').description, 'Two litres.')
    assert.equal(read('task', 'Two litres.').title, undefined)
    assert.deepEqual(
      Object.entries(read('task', '---\ntitle: 1.0\nlabels: web\ndueAt: 2026-12-24\n---\n# Keep\n')).filter(
        ([name]) => ['title', 'labels', 'dueAt', 'description'].includes(name),
      ),
      [
        ['title', '1.0'],
        ['labels', ['web']],
        ['dueAt', '2026-12-24T00:00:00.000Z'],
        ['description', '# Keep'],
      ],
    )
  })

  it('reports errors with their line', () => {
    const errorIn = (text: string, kind: FileKind = 'task') => {
      try {
        parseFile(kind, text, { ...names, idOf: () => undefined })
      } catch (error) {
        if (error instanceof FileError) return `${error.line}: ${error.message}`
        throw error
      }
      return undefined
    }
    assert.match(errorIn('---\ntitle: x\n')!, /^1: .*closing/)
    assert.match(errorIn('---\ntitle: x\nlabels: [a\nstatus: todo\n---\n')!, /^4: /)
    assert.match(
      errorIn('---\r\ntitle: x\r\nowner: ada\r\n---\r\n')!,
      /^3: "owner" isn't a field of a task\. Fields: id, key, title/,
    )
    assert.match(errorIn('---\ntitle: x\n\nestimate: many\n---\n')!, /^4: "estimate" must be a number/)
    assert.match(errorIn('---\ntitle: x\nstory: WEB-9\n---\n')!, /^3: .*"WEB-9" is unknown/)
    assert.match(errorIn('---\ntitle: x\ntitle: y\n---\n')!, /^3: .*unique/)
    assert.match(errorIn('---\nid: 7\n---\n')!, /^2: "7" isn't an id/)
    assert.match(errorIn('---\n- a\n---\n')!, /^2: /)
    assert.match(
      errorIn('---\ntitle: x\nstatus: accepted\n---\n', 'decision')!,
      /^3: A file can't change the status of a decision/,
    )
    assert.match(
      errorIn('---\ntitle: x\n---\n\n## Context\na\n## Context\n', 'decision')!,
      /^7: There is a second section/,
    )
  })
})
