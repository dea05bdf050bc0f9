import { OperationError } from '../../operations/errors.ts'

interface Blamed {
  /** The field of the input that holds what is refused. */
  field?: string
  /** The task that it is refused for, in the body beside the sentence. */
  task?: string
}

/** Of many that are done or refused together, a refusal says which one it is about. */
export async function blaming<Result>(deed: () => Promise<Result>, { field, task }: Blamed): Promise<Result> {
  try {
    return await deed()
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    const errors = error.errors?.map(({ path, message }) => ({
      path: field ? `${field}.${path}` : path,
      message: task ? `${task}: ${message}` : message,
    }))
    throw new OperationError(error.code, error.details, errors, { ...error.members, ...(task && { task }) })
  }
}
