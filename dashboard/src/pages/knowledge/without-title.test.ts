import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Node, sequentialHeadings } from '../../ui/markdown-nodes.ts'
import { withoutTitle } from './without-title.ts'

describe('the headings of a document', () => {
  it('removes a leading heading that repeats the title', () => {
    const show = (content: string) => withoutTitle({ title: 'Tea without milk', content })
    assert.equal(show('# Tea *without* milk\n\nPour.'), '\nPour.')
    assert.equal(show('\n# tea without milk #\nPour.'), 'Pour.')
    for (const content of ['# Tea\n\nPour.', 'Tea without milk', '## Tea without milk'])
      assert.equal(show(content), content)
  })

  it('closes gaps between levels', () => {
    const children = [3, 4, 2, 6, 6, 1].map((depth): Node => ({ type: 'heading', depth }))
    sequentialHeadings()({ type: 'root', children })
    assert.deepEqual(
      children.map(({ depth }) => depth),
      [1, 2, 1, 2, 2, 1],
    )
  })
})
