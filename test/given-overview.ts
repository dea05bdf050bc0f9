import { sql } from '../server/database/sql.ts'
import { newId } from '../server/platform/ids.ts'
import { givenMatches } from './given-matches.ts'
import type { Given } from './given.ts'

/** Inputs for the overview of the instance and for changes by filter that their schemas don't determine: a part of given.ts. */
export const givenOverview: Record<string, Given> = {
  'tasks.updateMatching': givenMatches,
  async 'jobs.retry'(_person, { app }) {
    const job = newId()
    await app.database.run(
      sql`insert into pgboss.job (id, name, state, completed_on) values (${job}, 'mail', 'failed', now())`,
    )
    return { job }
  },
}
