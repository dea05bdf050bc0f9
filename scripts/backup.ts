import { startCommand } from './command.ts'

const usage = 'Usage: npm run backup -- [file]'
startCommand(
  `${usage}\n\nSaves the configured database to a new file, by default baton-<date>.backup. The server can keep running.`,
)
const file = process.argv[2] ?? `baton-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`
if (file.startsWith('-')) {
  console.error(usage)
  process.exit(1)
}
const { withConfig } = await import('./with-database.ts')
await withConfig(async (config) => {
  const { saveBackup } = await import('../server/backups/save-backup.ts')
  const { tables, rows } = await saveBackup(config, file)
  console.log(
    `Wrote ${rows} rows of ${tables} tables to ${file}. Store SECRET_KEY (or secret.key) in another safe place.`,
  )
})
