import pg from 'pg'
import { reject } from '../errors/errors.ts'

/** The field and value that are taken, by the name of the violated constraint. */
export type Taken = Record<string, { field: string; value: string | null | undefined }>

/** Rejects with `already_taken` on a unique violation. Only the database can check uniqueness without a race. */
export async function onUniqueViolation<Result>(taken: Taken, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const found = error instanceof pg.DatabaseError && error.constraint && taken[error.constraint]
    if (found) reject('already_taken', found)
    throw error
  }
}

/** Returns whether an error is a violation of this unique constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}
