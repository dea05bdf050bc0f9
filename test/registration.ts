import { sql } from '../server/database/sql.ts'
import type { RegistrationMode } from '../server/config-choices.ts'
import type { Registration } from '../server/domains/auth/accounts/registration.ts'
import type { TestServer } from './harness.ts'

/** Restricts registration on the whole instance while `act` runs. */
export async function withRegistration(
  server: TestServer,
  { mode = 'open', domains = [] }: Partial<Registration>,
  act: () => Promise<void>,
): Promise<void> {
  await setRegistration(server, mode, domains)
  try {
    await act()
  } finally {
    await setRegistration(server, 'open', [])
  }
}

/** Sets registration in the database, because tests on a shared server have no administrator. */
export async function setRegistration(
  { app: { database } }: TestServer,
  mode: RegistrationMode,
  domains: string[] = [],
): Promise<void> {
  for (const [key, value] of Object.entries({ 'registration.mode': mode, 'registration.domains': domains }))
    await database.run(sql`update settings set value = ${JSON.stringify(value)} where key = ${key}`)
}
