import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { readArguments } from './arguments.ts'
import { columnsOf } from './columns.ts'
import { commands } from './commands.ts'
import { exampleArguments } from './example-arguments.ts'
import { exampleOf } from './example.ts'
import { readFieldPaths } from './field-paths.ts'
import { allPages, pagesOf } from './pages.ts'
import { optionsOf } from './run-command.ts'
import { fieldNames, itemSchema } from './schema-path.ts'
import { valueOf } from './values.ts'

/** Splits a line as a shell does, up to a redirection. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((found) => found.slice(1).find(Boolean)!)
  const redirection = words.findIndex((word) => word === '<' || word === '>')
  return redirection === -1 ? words : words.slice(0, redirection)
}

describe('the tables beside the contract', () => {
  it('have columns for every list, and name only fields that the list returns', () => {
    for (const command of commands) {
      const columns = columnsOf(command)
      const isList = itemSchema(command.result) !== command.result && command.action.startsWith('list')
      assert.ok(columns !== undefined || !isList, `${command.id} has no columns`)
      if (columns) readFieldPaths(columns.join(','), command.result)
      assert.ok(!columns?.some((name) => /^(position|version|cursor)$/.test(name)), command.id)
    }
  })

  it('have a valid example for every command, with all required fields', () => {
    const ids = commands.map(({ id }) => id)
    for (const id of Object.keys(exampleArguments)) assert.ok(ids.includes(id), `${id} isn't an operation`)
    for (const command of commands) {
      const line = exampleOf(command)
      const [, , , ...words] = wordsOf(line)
      const { fields } = readArguments(words, command.fields, optionsOf(command))
      for (const field of command.fields) {
        const texts = fields.get(field.flag)
        if (texts && field.kind !== 'file' && texts[0] !== '-') valueOf(field, texts)
        assert.ok(texts || !field.required || field.name === 'password', `${line} lacks --${field.flag}`)
      }
    }
  })

  it('have pages that the dashboard serves', () => {
    const routes = dashboardRoutes()
    for (const page of allPages) {
      const path = page.replace(/\?.*/, '').replace(/\{.+?\}/g, '$')
      assert.ok(routes.has(path), `the dashboard has no ${page}`)
    }
    for (const command of commands)
      for (const page of pagesOf(command))
        for (const [, name = ''] of page.matchAll(/\{(\w+)/g)) {
          const known = [...fieldNames(command.result), ...command.fields.map((field) => field.name)]
          assert.ok(known.includes(name), `${command.id} has no ${name} for ${page}`)
        }
  })
})

/** Reads the paths of the dashboard's routes from their declarations, with $ for each parameter. */
function dashboardRoutes(): Set<string> {
  const folder = new URL('../dashboard/src/routes/', import.meta.url)
  const paths = new Set<string>()
  const parents = new Map([
    ['shell', ''],
    ['root', ''],
    ['project', '/projects/$'],
  ])
  for (const file of fs.readdirSync(folder)) {
    const text = fs.readFileSync(new URL(file, folder), 'utf8')
    const local = new Map(parents)
    const declarations = text.matchAll(
      /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']+)'/g,
    )
    for (const [, name = '', parent = '', path = ''] of declarations) {
      const whole = `${local.get(parent)}${path === '/' ? '' : path}`.replace(/\$\w+/g, '$')
      if (!parents.has(name)) local.set(name, whole)
      paths.add(whole)
    }
    for (const [, path = ''] of text.matchAll(/settingsPage\(\s*'([^']+)'/g)) paths.add(`/settings${path}`)
  }
  return paths
}
