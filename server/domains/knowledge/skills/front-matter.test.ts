import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readSkillFile, writeSkillFile } from './front-matter.ts'

const head = (text: string) => readSkillFile(`---\n${text}\n---\n`).head

describe('the front matter of a SKILL.md', () => {
  it('reads the YAML syntax that people use in these files', () => {
    const { head: found, content } = readSkillFile(
      [
        '---',
        '# a comment',
        'name: write-a-spec',
        `quoted: "It's: \\"so\\" # far"`,
        `single: 'don''t'`,
        'plain: with: a colon # and a comment',
        'list: [a, "b, c", d]',
        'below:',
        '  - one',
        '  - "two"',
        'description: >',
        '  folded',
        '  lines',
        '',
        '  and more',
        'block: |-',
        '  kept',
        '    as is',
        'long: goes on',
        '  in the next line',
        'empty:',
        '---',
        '',
        '# Text',
        '',
      ].join('\r\n'),
    )
    assert.deepEqual(found, {
      name: 'write-a-spec',
      quoted: `It's: "so" # far`,
      single: "don't",
      plain: 'with: a colon',
      list: ['a', 'b, c', 'd'],
      below: ['one', 'two'],
      description: 'folded lines\nand more\n',
      block: 'kept\n  as is',
      long: 'goes on in the next line',
      empty: '',
    })
    assert.equal(content, '# Text\n')
  })

  it('rejects unsupported syntax with the line number', () => {
    assert.throws(() => readSkillFile('# No head'), /must start with a line "---"/)
    assert.throws(() => readSkillFile('---\nname: x\n'), /no closing line "---"/)
    assert.throws(() => head('name: x\nname: y'), /Line 3: Map keys must be unique/)
    assert.throws(() => head('metadata:\n  author: me'), /Line 2: Nested and tagged values/)
    assert.throws(() => head('just words'), /Line 2: Expected "name: value"/)
    assert.throws(() => head('name: "open'), /Line 2: Missing closing "quote/)
    assert.throws(() => head('tags: [a, b'), /Line 2: Flow sequence .* end with a \]/)
    assert.throws(() => head('name: *alias'), /Line 2: Nested and tagged values/)
    assert.throws(() => head('name: !!binary x'), /Line 2: Nested and tagged values/)
    assert.throws(() => head('name: {a: 1}'), /Line 2: Nested and tagged values/)
  })

  it('reads back any front matter and content that it wrote', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((each) => each.replaceAll('\r', ''))
    const lines = text.map((each) => `${each}\n`)
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), fc.oneof(lines, text), (value, list, content) => {
        const written = writeSkillFile({ name: value, tags: list }, content)
        assert.deepEqual(readSkillFile(written), { head: { name: value, tags: list }, content })
      }),
      { numRuns: 500 },
    )
  })
})
