import { createRequire } from 'node:module'

/*
 * A program that replays recorded responses of GitHub with @octokit/fixtures-server. It is a process of its own,
 * because the package replaces the HTTP client of its process. It also checks the headers and the body of each request
 * against the recording. The recordings are older than the headers that GitHub recommends now, so it expects ours.
 */
interface Recording {
  reqheaders: Record<string, string>
  headers: Record<string, string>
}

type Middleware = (request: unknown, response: unknown, next: () => void) => void

interface Express {
  (): {
    use(middleware: Middleware): void
    get(path: string, handle: (request: unknown, response: { end(): void }) => void): void
    listen(port: number, host: string): void
  }
}

const partners = createRequire(new URL('../mcp-partners/package.json', import.meta.url))
const load = async (name: string) => (await import(partners.resolve(name))) as { default: unknown }
const express = (await load('express')).default as Express
const serve = (await load('@octokit/fixtures-server')).default as (options: object) => Middleware
const folder = partners.resolve('@octokit/fixtures').replace(/index\.js$/, 'scenarios/api.github.com')

const scenarios = process.env.SCENARIOS!.split(',')
const port = Number(process.env.PORT)
const fixtures = Object.fromEntries(
  scenarios.map((scenario) => {
    const recordings = partners(`${folder}/${scenario}/normalized-fixture.json`) as Recording[]
    return [
      scenario,
      recordings.map((each) => ({ ...each, reqheaders: current(each), headers: received(each) })),
    ]
  }),
)

function current({ reqheaders }: Recording): Record<string, string> {
  const { authorization = '', accept = '' } = reqheaders
  return {
    accept: accept.replace('.v3+json', '+json').replace('.v3.raw', '.raw+json'),
    authorization: authorization.replace('token ', 'Bearer '),
    'x-github-api-version': '2022-11-28',
  }
}

/** Returns the reset of the rate limit in seconds, as GitHub sends it. The recordings replace it with milliseconds. */
function received({ headers }: Recording): Record<string, string> {
  const reset = Number(headers['x-ratelimit-reset']) / 1000
  return { ...headers, 'x-ratelimit-reset': String(reset) }
}

const app = express()
app.get('/health', (_, response) => response.end())
app.use(serve({ port, fixturesUrl: `http://127.0.0.1:${port}`, logLevel: 'silent', fixtures }))
app.listen(port, '127.0.0.1')
