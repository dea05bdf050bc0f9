import { startCommand } from './command.ts'

const usage = 'Usage: npm run restore -- <file> [--replace]'
startCommand(`${usage}

Loads a backup into the configured database, which must be empty. Stop the server first.
--replace  replaces existing data after the backup is completely loaded`)
const [file, ...flags] = process.argv
  .slice(2)
  .toSorted((a, b) => Number(a.startsWith('-')) - Number(b.startsWith('-')))
if (!file || file.startsWith('-') || flags.some((flag) => flag !== '--replace')) {
  console.error(usage)
  process.exit(1)
}
const { withConfig } = await import('./with-database.ts')
await withConfig(async (config) => {
  const { restore } = await import('../server/database/restore.ts')
  const { seed } = await import('../server/assembly/seed.ts')
  const { rows } = await restore(config, file, flags.includes('--replace'), seed)
  console.log(`Restored ${rows} rows from ${file}. Clients reload all data.`)
})
