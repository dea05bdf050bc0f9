import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../server/database/connect.ts'
import { sql } from '../server/database/sql.ts'
import { hashPassword } from '../server/platform/passwords.ts'
import { onInstance } from './instance.ts'
import { type Request, send } from './load.ts'
import { median } from './report.ts'

const calls = 200
const wrong = 'a password that is not theirs'

/**
 * Checks whether response times reveal that an address has an account. Requests known and unknown addresses in turn and
 * compares both samples with the Mann-Whitney test. A small p means that they differ by more than chance.
 */
export function run(): Promise<void> {
  return onInstance(async ({ settings, start }) => {
    const ours = await start()
    await addAccounts(settings.DATABASE_URL)
    console.log(`Do response times reveal whether an address is known? ${calls} calls each`)
    for (const [path, extra] of endpoints) {
      const [known, unknown]: [number[], number[]] = [[], []]
      for (let call = 0; call < calls; call++) {
        const both = [
          { times: known, email: `known-${call}@example.com` },
          { times: unknown, email: `other-${call}@example.com` },
        ]
        for (const { times, email } of call % 2 ? both : both.toReversed())
          times.push(await timed(ours.url, path, { email, ...extra }))
      }
      const p = mannWhitney(known, unknown)
      const medians = [known, unknown].map((times) => `${median(times).toFixed(2)} ms`)
      console.log(
        `  ${path.padEnd(28)} known ${medians[0]}   unknown ${medians[1]}   p = ${p.toFixed(3)}   ${p > 0.01 ? 'no' : 'YES'}`,
      )
      // Queued jobs look up addresses and must not overlap with the next endpoint.
      await pause(2000)
    }
  })
}

const endpoints: [string, object][] = [
  ['/api/auth/login', { password: wrong }],
  ['/api/auth/otp/send', {}],
  ['/api/auth/magic-link/send', {}],
  ['/api/auth/forgot-password', {}],
]

async function addAccounts(url: string): Promise<void> {
  const database = openDatabase({ engine: 'pgsql', url, pool: 2 })
  await database.run(
    sql`insert into users (id, email, username, name, password_hash)
     select gen_random_uuid(), 'known-' || n || '@example.com', 'known-' || n, 'Known', ${await hashPassword('the password of all accounts')}
       from generate_series(0, ${calls}::int) n`,
  )
  await database.close()
}

async function timed(url: string, path: string, body: object): Promise<number> {
  const request: Request = { method: 'POST', path, headers: {}, body: () => JSON.stringify(body) }
  const startedAt = performance.now()
  await send(url, request)
  return performance.now() - startedAt
}

/** Returns the two-sided p of the rank-sum test by its normal approximation, which suits samples of this size. */
function mannWhitney(a: number[], b: number[]): number {
  const ranked = [
    ...a.map((value) => ({ value, first: true })),
    ...b.map((value) => ({ value, first: false })),
  ]
  ranked.sort((one, other) => one.value - other.value)
  const rankSum = ranked.reduce((sum, { first }, index) => sum + (first ? index + 1 : 0), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - normal(Math.abs(u - mean) / deviation))
}

/** Returns the cumulative standard normal distribution (Abramowitz and Stegun, 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduceRight(
    (sum, coefficient) => (sum + coefficient) * t,
    0,
  )
  return 1 - (Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
