import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import {
  type GeneratedFile,
  type Schema,
  readSchema,
  rowTypeFiles,
  staleFiles,
} from '../scripts/row-types.ts'
import type { Json, Narrow } from '../server/database/tables.ts'

const pets = {
  name: '0001_pets.sql',
  sql: `create table pets (
    id uuid primary key,
    kind text not null check (kind in ('cat', 'dog')),
    size text check (size in ('small', 'large')),
    age integer not null check (age between 0 and 50),
    names text[] not null,
    born_at timestamptz,
    traits jsonb not null,
    created_by jsonb not null
  )`,
}
const owners = {
  name: '0002_pet_owners.sql',
  sql: `create table owners (pet_id uuid references pets, weight real); alter table pets add chip text`,
}

describe('row types', () => {
  let before0002: Schema
  let after0002: Schema
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-row-types-'))
  const folderUrl = pathToFileURL(`${folder}/`)

  before(async () => {
    before0002 = await readSchema([pets])
    after0002 = await readSchema([pets, owners])
  })
  after(() => fs.rmSync(folder, { recursive: true, force: true }))

  it('have the type, the allowed values and the nullability of each column', () => {
    assert.equal(
      textOf(rowTypeFiles(before0002), 'row-types/pets.ts'),
      `// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface PetsRows {
  pets: {
    id: string
    kind: 'cat' | 'dog'
    size: 'small' | 'large' | null
    age: number
    names: string[]
    born_at: string | null
    traits: Json
    created_by: Actor
  }
}
`,
    )
  })

  it('are in the file of the migration that created the table', () => {
    const files = rowTypeFiles(after0002)
    assert.deepEqual(
      files.map(({ name }) => name),
      ['row-types.ts', 'row-types/pet-owners.ts', 'row-types/pets.ts'],
    )
    assert.match(textOf(files, 'row-types/pets.ts'), /chip: string \| null/)
    assert.match(textOf(files, 'row-types.ts'), /extends\n {4}PetOwnersRows,\n {4}PetsRows \{\}/)
  })

  it('are stale after a migration that adds a table or changes a column', () => {
    const [current, next] = [rowTypeFiles(before0002), rowTypeFiles(after0002)]
    fs.mkdirSync(path.join(folder, 'row-types'))
    for (const { name, text } of current) fs.writeFileSync(path.join(folder, name), text)
    assert.deepEqual(staleFiles(current, folderUrl), [])
    assert.deepEqual(staleFiles(next, folderUrl), [
      'row-types.ts',
      'row-types/pet-owners.ts',
      'row-types/pets.ts',
    ])
    fs.writeFileSync(path.join(folder, 'row-types/removed.ts'), '')
    assert.deepEqual(staleFiles(current, folderUrl), ['row-types/removed.ts'])
  })

  it('reject a column whose type has no known value', () => {
    const columns = [{ table: 'pets', name: 'home', type: 'point', nullable: true, checks: [] }]
    assert.throws(
      () => rowTypeFiles({ ...before0002, columns }),
      /The column pets\.home has the type point\. Add it to scripts\/row-types\.ts\./,
    )
  })

  it('can be narrowed by a domain, which keeps null and rejects a column that does not fit', () => {
    type Row = { id: string; traits: Json | null; age: number }
    const row: Narrow<Row, { traits: string[] }> = { id: '1', traits: null, age: 3 }
    // @ts-expect-error: the table has no such column
    type WithoutColumn = Narrow<Row, { colour: string }>
    // @ts-expect-error: the column is a number
    type WithOtherType = Narrow<Row, { age: string }>
    const unused: (WithoutColumn | WithOtherType)[] = []
    assert.deepEqual([row.traits?.length, unused.length], [undefined, 0])
  })
})

function textOf(files: GeneratedFile[], name: string): string {
  return files.find((file) => file.name === name)!.text
}
