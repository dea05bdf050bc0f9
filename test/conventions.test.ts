import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { events } from '../server/database/events.ts'
import { type FieldSchema, inputSchemaOf, isFile } from '../server/operations/json-schema.ts'
import { bindingsOf, httpParts } from '../server/operations/operation.ts'
import { operations } from '../server/assembly/registry.ts'
import { operationFiles, whereIs } from '../server/assembly/where.ts'
import { findTests, groupOf } from '../scripts/test-groups.ts'
import { toKebabCase, toSnakeCase } from '../server/platform/names.ts'

const root = new URL('../', import.meta.url)
const itself = 'test/conventions.test.ts'
const files = operationFiles()

describe('every operation', () => {
  it(
    'has one name everywhere',
    everyOperation(({ name, operation: { id, tool } }) => {
      const [domain, action] = id.split('.') as [string, string]
      const file = files.get(name)!
      const [, folder, stem] = /^server\/domains\/(?:[^/]+\/)?([^/]+)\/([^/]+)\.ts$/.exec(file) ?? []
      assert.equal(folder, toKebabCase(domain), 'the id starts with its domain')
      const one = domain.replace(/ies$/, 'y').replace(/s$/, '')
      const nouns = ['', capital(domain), capital(one), capital(one.replace(/y$/, 'ies'))]
      assert.ok(
        nouns.some((noun) => name === action + noun),
        `the export ${name} is the action and its noun`,
      )
      if (tool) assert.equal(tool.name, toSnakeCase(name), 'the tool is the export in snake case')
      const family = [...files].filter(([, other]) => other === file).map(([other]) => other)
      if (family.length === 1) assert.equal(stem, toKebabCase(name), 'the file is the export in kebab case')
    }),
  )

  it(
    'has a summary of one short sentence',
    everyOperation(({ operation: { summary } }) => {
      assert.match(summary, /^[A-Z].*[.]$/)
      assert.ok(summary.length <= 160, 'short enough for a list of tools')
    }),
  )

  it(
    'has a door, and its route, tool and id lead to its file',
    everyOperation(({ name, operation }) => {
      const { id, http, tool } = operation
      assert.ok(http ?? tool, 'an operation without a door is unused')
      for (const query of [...bindingsOf(operation), tool?.name, id].filter((door) => door !== undefined)) {
        assert.deepEqual(
          whereIs(query).map((found) => found.file),
          [files.get(name)],
        )
      }
    }),
  )

  it(
    'describes every field, flat enough for an agent',
    everyOperation(({ operation }) => {
      const { properties, additionalProperties } = inputSchemaOf(operation)
      // A provider can add query parameters to the callback URL.
      if (operation.answers !== 'redirect')
        assert.equal(additionalProperties, false, 'unknown fields are rejected')
      for (const [field, property] of Object.entries(properties)) {
        assert.ok(property.description, `${field} is described`)
        assert.equal(property.anyOf, undefined, `${field} is not a union`)
      }
    }),
  )

  it(
    'limits every number to one that the database can store',
    everyOperation(({ operation }) => {
      const maxInteger = 2 ** 31 - 1
      for (const { at, type, minimum, maximum } of numbersIn({ ...inputSchemaOf(operation) }, ''))
        assert.ok(
          Number(minimum) >= -maxInteger && Number(maximum) <= maxInteger,
          `${at}: ${String(type)} from ${String(minimum)} to ${String(maximum)}`,
        )
    }),
  )

  it(
    'declares its path parameters as input fields',
    everyOperation(({ operation }) => {
      const { id, http, input } = operation
      const action = id.split('.')[1]!
      if (!http) return
      const { method, parameters } = httpParts(http)
      for (const parameter of parameters) assert.ok(parameter in input.shape, parameter)
      for (const alias of operation.aliases.map(httpParts)) {
        // PUT and PATCH are equivalent: both take the fields to change.
        const sameMethod = [alias.method, method].every((each) => ['PUT', 'PATCH'].includes(each))
        assert.ok(alias.method === method || sameMethod, `${alias.method} ${alias.path}`)
        assert.deepEqual(alias.parameters.toSorted(), parameters.toSorted())
      }
      // A provider redirects the browser back with a GET, and the sign-in that follows is a write.
      const isCallback = method === 'GET' && operation.answers === 'redirect'
      // A question can be too long for a URL.
      const isQuestion = method === 'POST' && ['search', 'ask'].includes(action)
      if (!isCallback && !isQuestion)
        assert.equal(operation.reads, method === 'GET', 'GET reads, and nothing else does')
    }),
  )

  it(
    'is a tool only if its input and output are JSON',
    everyOperation(({ operation }) => {
      const { properties } = inputSchemaOf(operation)
      const found = Object.keys(properties).filter((field) => isFile(properties[field]!))
      assert.deepEqual(found, operation.upload ? [operation.upload] : [], 'a file is declared as the upload')
      if (operation.upload ?? operation.answers !== 'json') assert.equal(operation.tool, undefined)
      assert.ok(!(operation.upload && operation.form), 'a form with a file is an upload')
    }),
  )

  it(
    'has an access rule',
    everyOperation(({ operation: { access } }) => {
      assert.ok(access.name)
      assert.match(access.sentence, /\.$/)
    }),
  )

  it(
    'is used in a quick test',
    everyOperation(({ operation: { id, tool } }) => {
      const isUsed = testTexts().some(
        (text) => text.includes(`'${id}'`) || (tool && text.includes(`'${tool.name}'`)),
      )
      assert.ok(isUsed, 'no quick test names it')
    }),
  )

  it('has a unique id, route and tool', () => {
    const all = operations.map(({ operation }) => operation)
    const routes = all.flatMap(bindingsOf).map((binding) => binding.replace(/:\w+/g, ':'))
    for (const values of [routes, all.map(({ id }) => id), all.flatMap(({ tool }) => tool?.name ?? [])])
      assert.equal(new Set(values).size, values.length, values.join())
  })
})

/** Returns a test that checks a rule for every operation, and names all operations that break it. */
function everyOperation(check: (declared: (typeof operations)[number]) => void): () => void {
  return () => {
    const broken = operations.flatMap((declared) => {
      try {
        check(declared)
        return []
      } catch (error) {
        return [`${declared.operation.id}: ${(error as Error).message}`]
      }
    })
    assert.deepEqual(broken, [])
  }
}

/** Returns every number in a schema, at any depth. */
function numbersIn(schema: FieldSchema, at: string): (FieldSchema & { at: string })[] {
  const { properties, items, anyOf, oneOf } = schema as Record<
    string,
    Record<string, FieldSchema> | undefined
  >
  const inner = { ...properties, ...anyOf, ...oneOf, ...(items && { items: items as FieldSchema }) }
  const own = [schema.type].flat().some((type) => type === 'number' || type === 'integer')
  return [
    ...(own ? [{ ...schema, at }] : []),
    ...Object.entries(inner).flatMap(([name, each]) => numbersIn(each, `${at} ${name}`)),
  ]
}

describe('every file', () => {
  const sources = listFiles('server', 'cli', 'test', 'bench', 'eval', 'scripts', 'dashboard/src')

  it('is short enough to have one purpose', () => {
    const long = sources.filter((file) => read(file).split('\n').length > 300)
    assert.deepEqual(long, [])
  })

  it('refers to nothing outside the repository', () => {
    const outside = sources.filter(
      (file) => /\.\.\/shared\/|(?<![\w.])\/work\//.test(read(file)) && file !== itself,
    )
    assert.deepEqual(outside, [])
  })
})

describe('every event', () => {
  it('is named <kind>.<past verb> and explained in a sentence', () => {
    for (const [type, sentence] of Object.entries(events)) {
      assert.match(type, /^[a-z_]+\.([a-z]+(ed|en|t)|read)$/)
      assert.match(sentence, /^[A-Z].*\.$/)
    }
  })
})

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}

let texts: string[] | undefined
function testTexts(): string[] {
  texts ??= findTests()
    .filter((file) => groupOf(file) === 'quick' && file !== itself)
    .map(read)
  return texts
}

function listFiles(...folders: string[]): string[] {
  return folders
    .filter((folder) => fs.existsSync(new URL(folder, root)))
    .flatMap((folder) =>
      (fs.readdirSync(new URL(folder, root), { recursive: true }) as string[])
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
        .map((name) => `${folder}/${name}`),
    )
}

function read(file: string): string {
  return fs.readFileSync(new URL(file, root), 'utf8')
}
