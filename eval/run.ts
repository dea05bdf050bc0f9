import fs from 'node:fs'
import { startCommand } from '../scripts/command.ts'
import type { StoryResult } from './run-story.ts'

startCommand(`Usage: npm run eval -- [story…] [--write]

Runs agent stories against a new server and prints the calls, failed calls, tokens and success of each.
Without a model, scripted agents repeat recorded calls. docs/evaluations.md describes the variables that set a model.

  --write   Write the results of the scripted agents to docs/evaluations.md.`)

const { startOwnServer } = await import('../test/harness.ts')
const { modelFrom } = await import('./model/model.ts')
const { callsOf, reportOf } = await import('./report.ts')
const { hasSucceeded, runStory } = await import('./run-story.ts')
const { stories } = await import('./stories/all.ts')
const { pageUrl, readBaseline, withResults } = await import('./page.ts')

const args = process.argv.slice(2)
const isWriting = args.includes('--write')
const named = args.filter((argument) => argument !== '--write')
const unknown = named.filter((id) => !stories.some((story) => story.id === id))
if (unknown.length > 0)
  fail(`There is no story ${unknown.join(', ')}. Available: ${stories.map(({ id }) => id).join(', ')}.`)
const model = configuredModel()
if (isWriting && (model || named.length > 0)) fail('--write needs all stories and no model.')

const server = await startOwnServer('pglite')
try {
  const results: StoryResult[] = []
  for (const story of stories.filter(({ id }) => named.length === 0 || named.includes(id)))
    results.push(await runStory(server, story, model))
  const report = reportOf(results, model ? undefined : readBaseline())
  console.log(`Agents: ${model ? model.name : 'scripted'}\n\n${report}`)
  for (const { agent, tool, text } of callsOf(results).filter(({ hasFailed }) => hasFailed))
    console.log(`Failed call of ${agent}: ${tool}: ${text.slice(0, 300)}`)
  if (model) console.log(`\nTokens reported by the model server: ${usageOf(results)}.`)
  if (isWriting) fs.writeFileSync(pageUrl, withResults(fs.readFileSync(pageUrl, 'utf8'), report))
  if (!results.every(hasSucceeded)) process.exitCode = 1
} finally {
  await server.stop()
}
process.exit()

function usageOf(results: StoryResult[]): string {
  const used = results.flatMap(({ phases }) => phases.map(({ modelTokens }) => modelTokens))
  const sum = (kind: 'input' | 'output') => used.reduce((total, tokens) => total + tokens[kind], 0)
  return `${sum('input')} input, ${sum('output')} output`
}

function configuredModel() {
  try {
    return modelFrom(process.env)
  } catch (error) {
    return fail((error as Error).message)
  }
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
