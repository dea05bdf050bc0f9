import { startCommand } from './command.ts'

startCommand('Usage: npm run migrate\n\nUpdates the schema of the configured database.')
const { withDatabase } = await import('./with-database.ts')
await withDatabase(async (database) => {
  const { migrate } = await import('../server/database/migrate.ts')
  const applied = await migrate(database)
  console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
})
