import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Linking, linkItems, plainNames } from './markdown-links.ts'
import { type Node, preserveBreaks } from './markdown-nodes.ts'

/** Renders a line of text, with links as [label](path). */
function linked(text: string, linking: Partial<Linking> = {}): string {
  const tree: Node = { type: 'root', children: [{ type: 'text', value: text }] }
  linkItems({ projects: new Set(['WEB']), ...linking })()(tree)
  return tree
    .children!.map(({ type, value, url, children }) =>
      type === 'link' ? `[${children![0]!.value}](${url})` : value,
    )
    .join('')
}

describe('links in a text', () => {
  it('links an item number to its page, but not similar text', () => {
    assert.equal(linked('See WEB-42, then go.'), 'See [WEB-42](/items/WEB-42), then go.')
    assert.equal(linked('UTF-8 and SHA-256 stay.'), 'UTF-8 and SHA-256 stay.')
    assert.equal(linked('feature/WEB-42-red xWEB-1 WEB-1x'), 'feature/WEB-42-red xWEB-1 WEB-1x')
  })

  it('links the numbers of decisions and specs', () => {
    assert.equal(linked('D-3 (from S-1)'), '[D-3](/decisions/D-3) (from [S-1](/specs/S-1))')
  })

  it('links a title to its note, to a new note, or to a search', () => {
    const notes = [
      { kind: 'note', id: 'n1', key: null, label: 'How we deploy' },
      { kind: 'note', id: null, key: null, label: 'Still to come' },
      { kind: 'task', id: 't1', key: 'WEB-7', label: 'web-7' },
    ]
    assert.equal(linked('[[how we deploy]]', { notes }), '[how we deploy](/notes/n1)')
    assert.equal(
      linked('[[Still to come]]', { notes }),
      '[Still to come](/notes/new?title=Still%20to%20come)',
    )
    assert.equal(
      linked('[[Still to come]]', { notes, project: 'web' }),
      '[Still to come](/notes/new?of=web&title=Still%20to%20come)',
    )
    assert.equal(linked('[[Elsewhere|there]]'), '[there](/notes?find=Elsewhere)')
    assert.equal(linked('[[web-7|it]]', { notes }), '[it](/items/WEB-7)')
    assert.equal(linked('[[web-8]] [[D-3]]'), '[web-8](/items/WEB-8) [D-3](/decisions/D-3)')
  })

  it('keeps text in links and code', () => {
    const text: Node = { type: 'text', value: 'WEB-1' }
    const tree: Node = {
      type: 'root',
      children: [
        { type: 'link', url: 'https://example.com', children: [text] },
        { type: 'inlineCode', value: 'WEB-1' },
      ],
    }
    const before = structuredClone(tree)
    linkItems({ projects: new Set(['WEB']) })()(tree)
    assert.deepEqual(tree, before)
  })

  it('shows only names on public pages', () => {
    const tree: Node = {
      type: 'root',
      children: [{ type: 'text', value: '[[One]] and [[Two|the other]], WEB-1' }],
    }
    plainNames()(tree)
    assert.equal(tree.children![0]!.value, 'One and the other, WEB-1')
  })

  it('keeps the line breaks of a comment', () => {
    const tree: Node = { type: 'root', children: [{ type: 'text', value: 'one\ntwo' }] }
    preserveBreaks()(tree)
    assert.deepEqual(
      tree.children!.map(({ type }) => type),
      ['text', 'break', 'text'],
    )
  })
})
