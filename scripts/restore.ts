import { restore } from '../server/database/restore.ts'
import { OperatorError } from '../server/platform/operator-error.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (database) => {
  const [file, ...flags] = process.argv
    .slice(2)
    .toSorted((a, b) => Number(a.startsWith('-')) - Number(b.startsWith('-')))
  if (!file || file.startsWith('-') || flags.some((flag) => flag !== '--replace')) {
    throw new OperatorError('Usage: npm run restore -- <file> [--replace]')
  }
  const { rows } = await restore(database, file, flags.includes('--replace'))
  console.log(`Restored ${rows} rows from ${file}. Clients will notice and read everything again.`)
})
