import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { operations } from '../server/assembly/registry.ts'
import { bindingsOf, httpParts } from '../server/operations/operation.ts'

/*
 * The endpoints of the specification. Operations serve those marked "served", and other parts of the HTTP door those
 * marked "route", which have their own tests. Remove the mark "missing" with the operation that serves the endpoint.
 */
const specified = fs
  .readFileSync(new URL('./specified-endpoints.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/) as [mark: 'served' | 'route' | 'missing', method: string, path: string])

const served = new Set(
  operations.flatMap(({ operation }) =>
    bindingsOf(operation).map((binding) => {
      const { method, path } = httpParts(binding)
      return endpoint(method, path)
    }),
  ),
)

/** Names an endpoint regardless of the names of its parameters. */
function endpoint(method: string, path: string): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`
}

describe('the endpoints of the specification', () => {
  const withMark = (mark: string) =>
    specified.filter(([each]) => each === mark).map(([, method, path]) => endpoint(method, path))

  it('are served by operations, except those marked as missing', () => {
    assert.equal(specified.length, 216)
    assert.deepEqual(
      withMark('served').filter((each) => !served.has(each)),
      [],
    )
    assert.deepEqual(
      withMark('missing').filter((each) => served.has(each)),
      [],
      'remove the mark',
    )
  })
})
