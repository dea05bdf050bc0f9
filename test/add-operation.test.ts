import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'

/** Checks a promise of the architecture in a copy of the repository: one file and one line add an operation. */
const root = new URL('../', import.meta.url).pathname
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-copy-'))

const file = `
import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onProject } from './access.ts'
import { projectRef } from './project.ts'

export const praiseProject = operation({
  id: 'projects.praise',
  summary: 'Say something nice about a project.',
  http: 'GET /api/projects/:project/praise',
  tool: { name: 'praise_project' },
  access: onProject('view'),
  input: z.object({ project: projectRef }),
  output: z.object({ praise: z.string() }),
}).run(async (ctx) => ({ praise: ctx.project.name + ' is going well.' }))
`

const client = `
import { createClient, type InputOf, type OutputOf } from '../server/assembly/client.ts'
const input: InputOf<'projects.praise'> = { project: 'web' }
const output: OutputOf<'projects.praise'> = { praise: 'x' }
// @ts-expect-error: the output is typed
const wrong: OutputOf<'projects.praise'> = { praise: 7 }
void [createClient, input, output, wrong]

import { z } from 'zod'
import { operation } from '../server/operations/operation.ts'
const parts = { id: 'projects.peek', summary: 'Peek.', input: z.object({}), output: z.object({}) } as const
// @ts-expect-error: an operation needs an access rule
operation(parts)
`

describe('an operation that is added with one file and one line in all.ts', () => {
  after(() => fs.rmSync(copy, { recursive: true, force: true }))

  it('appears in HTTP, tools, OpenAPI, permissions, the typed client, the CLI and the isolation test', () => {
    for (const name of [
      'server',
      'cli',
      'test',
      'scripts',
      'runtime',
      'contract',
      'docs',
      'package.json',
      'tsconfig.json',
    ]) {
      fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
    }
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    for (const empty of ['bench', 'eval']) fs.mkdirSync(path.join(copy, empty))
    fs.writeFileSync(path.join(copy, 'server/domains/projects/praise-project.ts'), file)
    const line = `export { praiseProject } from '../domains/projects/praise-project.ts'\n`
    fs.appendFileSync(path.join(copy, 'server/assembly/all.ts'), line)

    // The nested test runner must not inherit this variable from the outer one.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const run = (...args: string[]) =>
      execFileSync(process.execPath, args, {
        cwd: copy,
        encoding: 'utf8',
        env: { ...env, ISOLATE: 'projects.praise' },
      })
    run('scripts/contract.ts')
    const generated = (name: string) => fs.readFileSync(path.join(copy, name), 'utf8')
    assert.match(generated('contract/openapi.json'), /"\/api\/projects\/\{project\}\/praise"/)
    assert.match(generated('contract/tools.json'), /"praise_project"/)
    assert.match(
      generated('contract/routes.json'),
      /"projects.praise": "GET \/api\/projects\/:project\/praise"/,
    )
    assert.match(generated('docs/permissions.md'), /projects\.praise .*Everyone who can view the project/)
    assert.match(run('scripts/where.ts', 'praise_project'), /server\/domains\/projects\/praise-project\.ts/)
    assert.match(run('cli/baton.ts', 'projects', '--help'), /praise/)

    fs.writeFileSync(path.join(copy, 'scripts/typed-client.ts'), client)
    // Checks the client and its imports. `npm run check` covers the other files.
    const only = { extends: './tsconfig.json', include: ['scripts/typed-client.ts'] }
    fs.writeFileSync(path.join(copy, 'tsconfig.client.json'), JSON.stringify(only))
    const tsc = path.join(root, 'node_modules/.bin/tsc')
    execFileSync(tsc, ['-p', 'tsconfig.client.json'], { cwd: copy, stdio: 'pipe' })

    const passed = Number(/isolation: (\d+) cases/.exec(run('--test', 'test/isolation.test.ts'))![1])
    assert.ok(passed >= 20, `${passed} cases of this one operation`)
  })
})
