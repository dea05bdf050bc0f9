import { startCommand } from './command.ts'

/** Prints the file of an operation: `npm run where "POST /api/projects"`, `npm run where create_task`. */
const usage = 'Usage: npm run where "POST /api/projects" (or a path, a tool or an id)'
startCommand(`${usage}\n\nPrints the file of the operation.`)
const { whereIs } = await import('../server/assembly/where.ts')
const name = process.argv.slice(2).join(' ').trim()
const found = whereIs(name)
if (found.length === 0) {
  console.error(
    name ? `No operation matches "${name}". After adding an operation, run "npm run contract".` : usage,
  )
  process.exitCode = 1
}
for (const { file, id, http, tool } of found) console.log([file, id, http, tool].filter(Boolean).join('  '))
