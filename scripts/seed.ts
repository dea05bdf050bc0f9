import { startCommand } from './command.ts'

startCommand('Usage: npm run seed\n\nAdds missing default data to the configured database.')
const { withDatabase } = await import('./with-database.ts')
await withDatabase(async (database) => {
  const { checkSchema } = await import('../server/database/migrate.ts')
  const { seed } = await import('../server/assembly/seed.ts')
  await checkSchema(database)
  await seed(database)
  console.log('The default data is complete.')
})
