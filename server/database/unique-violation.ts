import pg from 'pg'
import { reject } from '../operations/errors.ts'

/** What is taken if a constraint of the database says so, by the name of the constraint. */
export type Taken = Record<string, { field: string; value: string | null | undefined }>

/** For what only the database can tell without a gap: that somebody else has a name already. */
export async function onUniqueViolation<Result>(taken: Taken, deed: () => Promise<Result>): Promise<Result> {
  try {
    return await deed()
  } catch (error) {
    const found = error instanceof pg.DatabaseError && error.constraint && taken[error.constraint]
    if (found) reject('already_taken', found)
    throw error
  }
}
