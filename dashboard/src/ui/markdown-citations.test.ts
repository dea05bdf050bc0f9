import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { citedNumbers, linkCitations } from './markdown-citations.ts'
import type { Node } from './markdown-nodes.ts'

const citations = new Map([
  [1, { url: '/items/ENG-1', title: 'Turn the crank' }],
  [2, { url: 'https://git.example/crank.ts#L3', title: 'crank.ts:3-9' }],
])

/** Renders a line of text, with links as <label path>. */
function linked(text: string): string {
  const tree: Node = { type: 'root', children: [{ type: 'text', value: text }] }
  linkCitations(citations)()(tree)
  return tree
    .children!.map(({ type, value, url, children }) =>
      type === 'link' ? `<${children![0]!.value} ${url}>` : value,
    )
    .join('')
}

describe('citations in a generated text', () => {
  it('links each number to its source', () => {
    assert.equal(linked('Slowly [1].'), 'Slowly <[1] /items/ENG-1>.')
    assert.equal(linked('[1, 2]'), '<[1] /items/ENG-1><[2] https://git.example/crank.ts#L3>')
  })

  it('leaves numbers without a source and other brackets as they are', () => {
    for (const text of ['[3]', '[1, 3]', '[1-2]', '[x]', 'list[1000]']) assert.equal(linked(text), text)
  })

  it('returns the cited numbers', () => {
    assert.deepEqual(citedNumbers('A [2] and b [1,3] [x].'), new Set([2, 1, 3]))
  })
})
