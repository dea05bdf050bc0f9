import { startCommand } from './command.ts'

/** `npm run where "POST /api/projects"`, `npm run where create_task`: prints the file that serves it. */
const usage = 'Usage: npm run where "POST /api/projects" (or a path, a tool or an id)'
startCommand(`${usage}\n\nPrints the file that serves it.`)
const { whereIs } = await import('../server/operations/where.ts')
const asked = process.argv.slice(2).join(' ').trim()
const found = whereIs(asked)
if (found.length === 0) {
  console.error(
    asked ? `Nothing serves "${asked}". After adding an operation, run "npm run contract".` : usage,
  )
  process.exitCode = 1
}
for (const { file, id, http, tool } of found) console.log([file, id, http, tool].filter(Boolean).join('  '))
