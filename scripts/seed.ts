import { checkSchema } from '../server/database/migrate.ts'
import { seed } from '../server/database/seed.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (database) => {
  await checkSchema(database)
  await seed(database)
  console.log('The default data is there.')
})
