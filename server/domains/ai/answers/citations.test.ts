import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCitationFilter, withoutCitations } from './citations.ts'

function filtered(text: string, pieceLength = 1): string {
  const filter = createCitationFilter((number) => number >= 1 && number <= 3)
  let output = ''
  for (let at = 0; at < text.length; at += pieceLength)
    output += filter.push(text.slice(at, at + pieceLength))
  return output + filter.end()
}

const cases: [string, string][] = [
  ['It expires in May [1].', 'It expires in May [1].'],
  ['It expires in May [9].', 'It expires in May.'],
  ['Both [1][9][2] and [4].', 'Both [1][2] and.'],
  ['A list [1, 2,9] of them', 'A list [1][2] of them'],
  ['A link [text](x) and [ ] and [WEB-1] stay', 'A link [text](x) and [ ] and [WEB-1] stay'],
  ['[9] starts', ' starts'],
  ['Code `list[9]` stays, not [9]', 'Code `list[9]` stays, not'],
  ['```ts\nlist[9] `x`\n```\nand [9] not', '```ts\nlist[9] `x`\n```\nand not'],
  ['An open ` tick\n\nends [9] there', 'An open ` tick\n\nends there'],
  ['[[9]] nested [1', '[] nested [1'],
  [`[${'1'.repeat(100)}]`, `[${'1'.repeat(100)}]`],
  ['Two  spaces   stay 😀 [1]', 'Two  spaces   stay 😀 [1]'],
]

describe('citations', () => {
  for (const [given, expected] of cases)
    it(`become ${JSON.stringify(expected).slice(0, 60)}, however the text is split`, () => {
      for (const length of [1, 2, 3, 7, 1000]) {
        if (length < 2 && given.includes('😀')) continue
        assert.equal(filtered(given, length), expected)
      }
    })

  it('are removed from earlier answers', () => {
    assert.equal(withoutCitations('Known [1], and sure [12].'), 'Known, and sure.')
  })
})
