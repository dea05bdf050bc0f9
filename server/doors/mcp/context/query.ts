import type { App } from '../../../operations/context.ts'
import { perform } from '../../../operations/perform.ts'
import type { Query } from '../../../operations/resource.ts'
import type { Sender } from '../sender.ts'

/** Returns a query with the rights of the sender. */
export function queryAs(app: App, { caller, facts }: Sender): Query {
  return async (operation, input) => {
    if (!operation.reads) throw new Error(`"${operation.id}" is not a read operation.`)
    return (await perform(app, operation, caller, input, facts)).output
  }
}
