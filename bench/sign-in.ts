import { hashPassword } from '../server/platform/passwords.ts'
import { authenticateForHttp } from '../server/domains/auth/credentials/authenticate.ts'
import { type App, noCookies } from '../server/operations/context.ts'
import { readConfig, startServer } from '../server/start.ts'
import { clientFor } from '../test/harness.ts'
import { type Contender, cpuOf, cpuPerPiece } from './cpu.ts'
import { onInstance } from './instance.ts'
import { type Request, load } from './load.ts'
import { type Line, printTable } from './report.ts'
import { signUp } from '../test/sign-up.ts'

const clients = 10
const rounds = 5
const [email, password] = ['ada@example.com', 'the password of Ada']

/** Measures the cost of a sign-in with a password, and of checking a credential on each request. */
export function run(): Promise<void> {
  return onInstance(async ({ settings, start }) => {
    const ours = await start()
    const { token } = await signUp(clientFor(ours.url, null), { name: 'Ada', email, password })
    const key = await clientFor(ours.url, token)('credentials.createApiKey', { name: 'bench' })
    const login: Contender = {
      cpu: () => cpuOf(ours.pid),
      work: (count) => load(ours.url, logInRequest, count, clients),
    }
    const [alone, whole] = await cpuPerPiece([hashing, login], 40, rounds)
    const lines: Line[] = [
      { what: 'password login (floor: argon2id alone)', floor: alone!, ours: whole! },
      ...(await measureCredentials(settings, { login: token, 'API key': key.value })),
    ]
    printTable(`Signing in: server CPU, ${clients} clients, median of ${rounds} rounds`, lines)
    console.log(`  A core does ${(1_000_000 / whole!).toFixed(1)} password logins per second.`)
  })
}

const logInRequest: Request = {
  method: 'POST',
  path: '/api/auth/login',
  headers: {},
  body: () => JSON.stringify({ email, password }),
}

const hashing: Contender = {
  cpu: ownCpu,
  async work(count) {
    for (let left = count; left > 0; left--) await hashPassword(password)
  },
}

/** Measures only the credential check, without HTTP, in this process. */
async function measureCredentials(
  settings: Record<string, string>,
  bearers: Record<string, string>,
): Promise<Line[]> {
  const config = readConfig({ ...settings, PORT: '0', LOG_LEVEL: 'silent' })
  const server = await startServer(config, { jobs: false })
  try {
    const contenders = Object.values(bearers).map((bearer) => checking(server.app, bearer))
    const costs = await cpuPerPiece(contenders, 10_000, rounds)
    return Object.keys(bearers).map((kind, index) => {
      return { what: `check: ${kind}`, ours: costs[index]!, goal: { microseconds: 80 } }
    })
  } finally {
    await server.stop()
  }
}

function checking(app: App, bearer: string): Contender {
  return {
    cpu: ownCpu,
    async work(count) {
      let left = count
      const client = async () => {
        while (left-- > 0) await authenticateForHttp(app, bearer, undefined, benchRequest)
      }
      await Promise.all(Array.from({ length: clients }, client))
    },
  }
}

const benchRequest = () => ({ id: 'bench', network: '', userAgent: '', cookies: noCookies })

function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
