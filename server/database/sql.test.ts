import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from './sql.ts'

describe('sql', () => {
  it('numbers the values in the order in which they are used', () => {
    const { text, values } = sql`select ${1} from tasks where id = ${'a'} and title = ${null}`
    assert.equal(text, 'select $1 from tasks where id = $2 and title = $3')
    assert.deepEqual(values, [1, 'a', null])
  })

  it('numbers the values of nested parts, wherever they stand', () => {
    const isOpen = sql`status = any(${['todo']})`
    const condition = sql`${isOpen} and (${isOpen} or owner = ${'ada'})`
    const { text, values } = sql`select * from tasks where id > ${7} and ${condition} limit ${5}`
    assert.equal(
      text,
      'select * from tasks where id > $1 and status = any($2) and (status = any($3) or owner = $4) limit $5',
    )
    assert.deepEqual(values, [7, ['todo'], ['todo'], 'ada', 5])
  })

  it('joins parts with a separator, and nothing to nothing', () => {
    const { text, values } = sql`where ${sql.join([sql`a = ${1}`, sql`b = ${2}`], ' and ')}${sql.join([])}`
    assert.equal(text, 'where a = $1 and b = $2')
    assert.deepEqual(values, [1, 2])
  })

  it('keeps a value out of the text, whatever it contains', () => {
    const { text, values } = sql`select ${"'; drop table tasks; --"}`
    assert.equal(text, 'select $1')
    assert.deepEqual(values, ["'; drop table tasks; --"])
  })

  it('is prepared unless it says otherwise', () => {
    const statement = sql`select ${1}`
    assert.equal(statement.isPrepared, true)
    assert.equal(statement.unprepared.isPrepared, false)
    assert.equal(statement.unprepared.text, statement.text)
  })
})
