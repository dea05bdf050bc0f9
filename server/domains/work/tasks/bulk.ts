import { OperationError } from '../../../errors/errors.ts'

interface ErrorContext {
  /** The input field that contains the rejected value. */
  field?: string
  /** Key of the task that caused the error, also added to the response body. */
  task?: string
}

/** Runs one step of a bulk operation and adds to its error which item failed. */
export async function withErrorContext<Result>(
  run: () => Promise<Result>,
  { field, task }: ErrorContext,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    const errors = error.errors?.map(({ path, message }) => ({
      path: field ? `${field}.${path}` : path,
      message: task ? `${task}: ${message}` : message,
    }))
    throw new OperationError(error.code, error.details, errors, { ...error.members, ...(task && { task }) })
  }
}
