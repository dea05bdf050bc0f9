import { backup } from '../server/database/backup.ts'
import { OperatorError } from '../server/platform/operator-error.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (database) => {
  const file = process.argv[2] ?? `baton-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`
  if (file.startsWith('-')) throw new OperatorError('Usage: npm run backup -- [file]')
  const { tables, rows } = await backup(database, file)
  console.log(
    `Wrote ${rows} rows of ${tables} tables to ${file}. Keep SECRET_KEY (or secret.key) in another safe place.`,
  )
})
