import { startCommand } from './command.ts'

const usage = 'Usage: npm run backup -- [file]'
startCommand(`${usage}\n\nSaves the configured database to a file, by default baton-<date>.backup.`)
const file = process.argv[2] ?? `baton-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`
if (file.startsWith('-')) {
  console.error(usage)
  process.exit(1)
}
const { withDatabase } = await import('./with-database.ts')
await withDatabase(async (database) => {
  const { backUpToFile } = await import('../server/database/backup.ts')
  const { tables, rows } = await backUpToFile(database, file)
  console.log(
    `Wrote ${rows} rows of ${tables} tables to ${file}. Keep SECRET_KEY (or secret.key) in another safe place.`,
  )
})
