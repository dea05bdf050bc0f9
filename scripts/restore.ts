import { startCommand } from './command.ts'

const usage = 'Usage: npm run restore -- <file> [--replace]'
startCommand(`${usage}

Loads a backup into the configured database, which must be empty.
--replace  deletes the data that is there first`)
const [file, ...flags] = process.argv
  .slice(2)
  .toSorted((a, b) => Number(a.startsWith('-')) - Number(b.startsWith('-')))
if (!file || file.startsWith('-') || flags.some((flag) => flag !== '--replace')) {
  console.error(usage)
  process.exit(1)
}
const { withDatabase } = await import('./with-database.ts')
await withDatabase(async (database) => {
  const { restore } = await import('../server/database/restore.ts')
  const { rows } = await restore(database, file, flags.includes('--replace'))
  console.log(`Restored ${rows} rows from ${file}. Clients will notice and read everything again.`)
})
