import type { TestServer } from './harness.ts'

/** Closes registration for the whole instance while `act` runs. */
export async function withRegistrationClosed(
  { app: { database } }: TestServer,
  act: () => Promise<void>,
): Promise<void> {
  const set = (value: string) =>
    database.run(
      `insert into settings (key, value) values ('registration.open', $1)
       on conflict (key) do update set value = excluded.value`,
      [value],
    )
  await set('false')
  try {
    await act()
  } finally {
    await set('true')
  }
}
