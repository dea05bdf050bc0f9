import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { toolCategories } from '../server/operations/tool-profiles.ts'
import { openApi } from '../server/doors/http/openapi.ts'
import { contractFiles } from '../scripts/contract-files.ts'
import { domains } from '../server/operations/domains.ts'
import { bindingsOf } from '../server/operations/operation.ts'
import { operations } from '../server/assembly/registry.ts'
import { type TestServer, startTestServer } from './harness.ts'

interface Described {
  operationId: string
  tags: string[]
  responses: object
}

describe('the contract', () => {
  let server: TestServer
  before(async () => void (server = await startTestServer()))
  after(() => server.stop())

  for (const { name, text } of contractFiles()) {
    it(`generates ${name} as it is committed`, () => {
      const committed = fs.readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
      assert.equal(committed, text, 'run "npm run contract" and commit the result')
    })
  }

  it('serves a valid OpenAPI 3.1 document with every route', async () => {
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Record<string, object>
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    assert.ok(valid, JSON.stringify(errors))
    assert.equal(validator.version, '3.1')
    const described = Object.entries(document.paths!).flatMap(([path, methods]) =>
      Object.keys(methods as object).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    assert.deepEqual(
      described.toSorted(),
      operations.flatMap(({ operation }) => bindingsOf(operation)).toSorted(),
    )
  })

  it('lists null among the values of every nullable field that lists its values', () => {
    const wrong: string[] = []
    const visit = (node: unknown, at: string) => {
      if (typeof node !== 'object' || node === null) return
      const {
        type,
        enum: values,
        const: only,
      } = node as { type?: unknown; enum?: unknown[]; const?: unknown }
      const isNullable = Array.isArray(type) && type.includes('null')
      if (isNullable && (only !== undefined || values?.includes(null) === false)) wrong.push(at)
      for (const [name, inner] of Object.entries(node)) visit(inner, `${at}/${name}`)
    }
    visit(openApi(operations), '')
    assert.deepEqual(wrong, [])
  })

  it('documents at least one 4xx response of every operation, and describes every tag', () => {
    const { paths, tags } = openApi()
    const described = new Set(tags.filter(({ description }) => description).map(({ name }) => name))
    const ids = new Set<string>()
    for (const operation of Object.values(paths).flatMap((methods) =>
      Object.values(methods),
    ) as Described[]) {
      const { operationId, responses } = operation
      assert.ok(!ids.has(operationId), `${operationId} is unique`)
      ids.add(operationId)
      assert.ok(
        Object.keys(responses).some((status) => status.startsWith('4')),
        operationId,
      )
      for (const tag of operation.tags) assert.ok(described.has(tag), `domains.ts describes ${tag}`)
    }
    assert.deepEqual(
      tags.map(({ name }) => name),
      Object.keys(domains),
      'domains.ts describes no other domain',
    )
  })

  it('has no unused component and no dangling reference', () => {
    const document = openApi()
    const references = new Set(
      [...JSON.stringify(document).matchAll(/"#\/components\/([^"]+)"/g)].map(([, to]) => to!),
    )
    const { securitySchemes: _named, ...components } = document.components
    const defined = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    )
    assert.deepEqual([...references].toSorted(), defined.toSorted())
  })

  it('has ambiguous paths only where a fixed word wins over an id', () => {
    const paths = Object.keys(openApi().paths).map((path) => path.split('/'))
    const isParameter = (part: string | undefined) => part!.startsWith('{')
    const clash = (one: string[], other: string[]) =>
      one.length === other.length &&
      one.every((part, at) => part === other[at] || isParameter(part) !== isParameter(other[at])) &&
      one.some((part, at) => isParameter(part) && !isParameter(other[at])) &&
      one.some((part, at) => !isParameter(part) && isParameter(other[at]))
    const found = paths.flatMap((one, at) =>
      paths
        .slice(at + 1)
        .filter((other) => clash(one, other))
        .map((other) => [one, other].flat().find((part) => ['public', 'unsubscribe'].includes(part))),
    )
    assert.ok(!found.includes(undefined), 'see .redocly.lint-ignore.yaml')
  })

  it('serves a reference page with every operation', async () => {
    const response = await fetch(`${server.url}/api/reference`)
    assert.match(response.headers.get('content-type')!, /text\/html/)
    const page = await response.text()
    for (const { operation } of operations)
      if (operation.http) assert.ok(page.includes(`id="${operation.id}"`), operation.id)
  })

  it('lists the same tools to every client, in the same order', async () => {
    const ada = await server.register('Ada')
    const overSse = await ada.agent({ transport: 'sse' })
    const overHttp = await ada.agent({ transport: 'http' })
    const tools = (await overSse.client.listTools()).tools.map((tool) => tool.name)
    assert.deepEqual(
      tools,
      toolCategories.flatMap((category) => category.tools),
    )
    assert.deepEqual(
      (await overHttp.client.listTools()).tools.map((tool) => tool.name),
      tools,
    )
    await overSse.close()
    await overHttp.close()
  })
})
