import fs from 'node:fs'
import { toolList, toolSizes } from '../server/doors/mcp/tools/tool-registry.ts'
import { contractFiles } from './contract-files.ts'

/** Writes all files that are generated from the operations. With --check, only reports whether they are up to date. */
const root = new URL('../', import.meta.url)
const check = process.argv.includes('--check')
const stale = contractFiles().filter(({ name, text }) => read(name) !== text)

if (!check) {
  for (const { name, text } of stale) fs.writeFileSync(new URL(name, root), text)
  console.log(
    stale.length === 0 ? 'The contract is up to date.' : `Wrote ${stale.map(({ name }) => name).join(', ')}.`,
  )
  const { all, core } = toolSizes()
  console.log(`${toolList.length} tools: agents read ${all} bytes, in the profile core ${core}.`)
} else if (stale.length > 0) {
  console.error(
    `Out of date: ${stale.map(({ name }) => name).join(', ')}. Run "npm run contract" and commit the result.`,
  )
  process.exitCode = 1
}

function read(name: string): string {
  return fs.existsSync(new URL(name, root)) ? fs.readFileSync(new URL(name, root), 'utf8') : ''
}
