import { whereIs } from '../server/operations/where.ts'

/** `npm run where "POST /api/projects"`, `npm run where create_task`: prints the file that serves it. */
const asked = process.argv.slice(2).join(' ').trim()
const found = whereIs(asked)
if (found.length === 0) {
  console.error(
    asked ? `Nothing serves "${asked}".` : 'Usage: npm run where "POST /api/projects" (or a tool, or an id)',
  )
  process.exitCode = 1
}
for (const { file, id, http, tool } of found) console.log([file, id, http, tool].filter(Boolean).join('  '))
