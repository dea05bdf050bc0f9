import { migrate } from '../server/database/migrate.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (database) => {
  const applied = await migrate(database)
  console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
})
