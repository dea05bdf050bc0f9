import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commands } from './commands.ts'
import { follow, printable, readPath } from './jq.ts'
import { render } from './render.ts'

describe('--jq', () => {
  const { result } = commands.find(({ id }) => id === 'tasks.list')!
  const page = {
    items: [
      { key: 'WEB-1', labels: ['a', 'b'], assignee: { name: 'Ada' } },
      { key: 'WEB-2', labels: [], assignee: null },
    ],
    nextCursor: null,
  }

  it('reads fields, indexes and every element', () => {
    const cases: [path: string, lines: string[]][] = [
      ['.items[].key', ['WEB-1', 'WEB-2']],
      ['.items[-1].key', ['WEB-2']],
      ['.items[0].labels', ['["a","b"]']],
      ['.items[].labels[]', ['a', 'b']],
      ['.items[].assignee.name', ['Ada', 'null']],
      ['."nextCursor"', ['null']],
      ['.["items"][7]', ['null']],
      ['.', [JSON.stringify(page)]],
    ]
    for (const [path, lines] of cases)
      assert.deepEqual(follow(page, readPath(path, result)).map(printable), lines, path)
  })

  it('rejects other syntax and names what is supported', () => {
    for (const path of ['items', '.items[] | .key', '.items | length', '.items[]..key', '.items[a]', ''])
      assert.throws(() => readPath(path, result), /supports \.field, \."field", \[0\], \[-1\] and \[\]/, path)
  })

  it('rejects a path that the contract rules out', () => {
    assert.throws(() => readPath('.items.key', result), /put \[\] before "\.key"/)
    assert.throws(() => readPath('.[0]', result), /needs a list/)
    assert.throws(() => readPath('.items[].kee', result), /no field "kee"\. Did you mean "key"\?/)
    assert.throws(() => follow('text', readPath('.field', undefined)), /doesn't fit the result/)
  })
})

describe('the table', () => {
  const item = { id: 'x', key: 'WEB-1', title: 'A title that is rather long', version: 3, position: '5V' }

  it('hides internal fields in lists, in items and in lists of an item', () => {
    assert.equal(render({ items: [item] }, { width: 80 }), 'KEY    TITLE\nWEB-1  A title that is rather long')
    assert.equal(render(item, { width: 80 }), 'key: WEB-1\ntitle: A title that is rather long')
    const nested = render({ name: 'Web', tasks: [item] }, { width: 80 })
    assert.equal(nested, 'name: Web\ntasks:\n  KEY    TITLE\n  WEB-1  A title that is rather long')
  })

  it('drops the last columns in a narrow terminal and shortens long text but never a key or an id', () => {
    const long = { ...item, title: 'A title '.repeat(9), status: 'todo', assignee: { name: 'Ada' } }
    const columns = ['key', 'title', 'status', 'assignee', 'id']
    const lines = (width: number) => render({ items: [long] }, { width, columns }).split('\n')
    assert.deepEqual(lines(60)[0]?.split(/\s+/), ['KEY', 'TITLE', 'STATUS', 'ASSIGNEE', 'ID'])
    assert.deepEqual(lines(46)[0]?.split(/\s+/), ['KEY', 'TITLE', 'STATUS'])
    assert.match(lines(46)[1]!, /^WEB-1 {2}A title.*… +todo$/)
    for (const width of [30, 46, 60, 100])
      for (const line of lines(width)) assert.ok(line.length <= width, line)
    const id = '01a1e287-0c5e-7000-8f3f-a5e1dab5443b'
    assert.match(render({ items: [{ id, kind: 'fact' }] }, { width: 20 }), new RegExp(id))
  })

  it('hides a filter that has the same value in every row', () => {
    const items = ['todo', 'blocked'].map((status) => ({ key: 'WEB-1', project: 'web', status }))
    const options = { width: 80, columns: ['key', 'status', 'project'], filters: ['status', 'project'] }
    assert.equal(render({ items }, options).split('\n')[0], 'KEY    STATUS')
  })

  it('shows progress, items, lists and switches in a short form', () => {
    const fields = {
      progress: { total: 5, complete: 1, percent: 20 },
      story: { id: 'x', key: 'WEB-2', title: 'Pay' },
      labels: ['a', 'b'],
      archived: false,
    }
    assert.equal(render(fields, { width: 80 }), 'progress: 20%\nstory: WEB-2 Pay\nlabels: a, b\narchived: no')
    assert.match(render({ items: [fields] }, { width: 80, columns: ['progress'] }), /20%/)
  })
})
