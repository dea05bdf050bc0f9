import type { AddressInfo } from 'node:net'
import { createHttpDoor } from '../server/doors/http/http-door.ts'
import type { App } from '../server/operations/context.ts'
import type { Operation } from '../server/operations/operation.ts'
import type { NamedOperation } from '../server/assembly/registry.ts'

/** Opens a real HTTP door that serves a test's operations instead of the product's. */
export async function openTrialDoor(app: App, served: NamedOperation[]) {
  const http = await createHttpDoor(app, served)
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => http.close() }
}

/** Returns operations with the names under which they would be exported. */
export function trial(operations: Record<string, unknown>): NamedOperation[] {
  return Object.entries(operations).map(([name, operation]) => ({ name, operation: operation as Operation }))
}
