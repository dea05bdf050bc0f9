import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { closeServer } from './oidc.ts'

/** An issue in the shape of GitHub's REST API. */
export interface HostedIssue {
  number: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  state_reason: string | null
  html_url: string
  created_at: string
  updated_at: string
  pull_request?: object
}

/** A local code host that speaks GitHub's REST API: repositories, issues, Link headers, ETags, limits and errors. */
export interface CodeHostPartner {
  apiUrl: string
  token: string
  repo: string
  issues: HostedIssue[]
  /** The received requests, as method and path. */
  requests: { line: string; status: number; headers: IncomingMessage['headers'] }[]
  /** Adds an issue, or a pull request. */
  add(title: string, more?: Partial<HostedIssue>): HostedIssue
  /** Changes an issue, as a person there does. */
  change(number: number, change: Partial<HostedIssue>): void
  /** Sets the response to the next request. */
  respondOnce(status: number, headers?: Record<string, string>, body?: string): void
  /** Renames the repository: the old name redirects. */
  rename(repo: string): void
  close(): Promise<void>
}

interface Scripted {
  status: number
  headers: Record<string, string>
  body: string
}

export async function startCodeHost(): Promise<CodeHostPartner> {
  const token = 'ghp_secret_of_the_test'
  const scripted: Scripted[] = []
  // Times have whole seconds, as at GitHub. A counter gives each change its own.
  let clock = Date.parse('2100-01-01T00:00:00Z')
  const now = () => new Date((clock += 1000)).toISOString().replace('.000', '')
  let oldName: string | undefined

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await request.toArray()).join('')
    const address = new URL(request.url!, url)
    const reply = scripted.shift() ?? respond(request, address, text)
    partner.requests.push({
      line: `${request.method} ${address.pathname}${address.search}`,
      status: reply.status,
      headers: request.headers,
    })
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }

  function respond(request: IncomingMessage, { pathname, searchParams }: URL, text: string): Scripted {
    if (request.headers.authorization !== `Bearer ${token}`) return json(401, { message: 'Bad credentials' })
    const path = pathname.replace(/^\/api\/v3/, '')
    if (oldName && path.startsWith(`/repos/${oldName}/`)) {
      const moved =
        pathname.replace(oldName, partner.repo) +
        (request.url!.split('?')[1] ? `?${request.url!.split('?')[1]}` : '')
      return { ...json(301, { message: 'Moved Permanently' }), headers: { Location: url + moved } }
    }
    if (path === '/user/repos') return page(request, searchParams, path, [repoItem()])
    const [, , number] = /^\/repos\/([\w.-]+\/[\w.-]+)\/issues(?:\/(\d+))?$/.exec(path) ?? []
    if (!path.startsWith(`/repos/${partner.repo}/issues`)) return json(404, { message: 'Not Found' })
    if (number === undefined && request.method === 'POST')
      return json(201, partner.add((JSON.parse(text) as HostedIssue).title, JSON.parse(text) as HostedIssue))
    if (number === undefined) return page(request, searchParams, path, listed(searchParams))
    const issue = partner.issues.find((each) => each.number === Number(number))
    if (!issue) return json(404, { message: 'Not Found' })
    if (request.method === 'PATCH') partner.change(issue.number, JSON.parse(text) as Partial<HostedIssue>)
    return json(200, issue)
  }

  function listed(query: URLSearchParams): HostedIssue[] {
    const [state, since] = [query.get('state') ?? 'open', query.get('since')]
    const matching = partner.issues.filter(
      (issue) =>
        (state === 'all' || issue.state === state) &&
        (since === null || Date.parse(issue.updated_at) >= Date.parse(since)),
    )
    matching.sort((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at))
    return query.get('direction') === 'asc' ? matching.toReversed() : matching
  }

  function page(request: IncomingMessage, query: URLSearchParams, path: string, items: object[]): Scripted {
    const [size, at] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)]
    const shown = items.slice((at - 1) * size, at * size)
    const etag = `W/"${createHash('sha256').update(JSON.stringify(shown)).digest('hex')}"`
    if (request.headers['if-none-match'] === etag) return { status: 304, headers: { ETag: etag }, body: '' }
    const next = new URLSearchParams(query)
    next.set('page', String(at + 1))
    const link = `<${url}/api/v3${path}?page=1>; rel="first", <${url}/api/v3${path}?${next.toString()}>; rel="next"`
    const headers = { ETag: etag, ...(at * size < items.length && { Link: link }) }
    const reply = json(200, shown)
    return { ...reply, headers: { ...reply.headers, ...headers } }
  }

  const repoItem = () => ({
    full_name: partner.repo,
    html_url: `${url}/${partner.repo}`,
    private: true,
    open_issues_count: partner.issues.filter(({ state }) => state === 'open').length,
  })

  const partner: CodeHostPartner = {
    apiUrl: `${url}/api/v3`,
    token,
    repo: 'acme/baton',
    issues: [],
    requests: [],
    add(title, more = {}) {
      const number = partner.issues.length + 1
      const at = now()
      const issue: HostedIssue = {
        number,
        title,
        body: null,
        state: 'open',
        state_reason: null,
        html_url: `${url}/${partner.repo}/issues/${number}`,
        created_at: at,
        updated_at: at,
        ...more,
      }
      partner.issues.push(issue)
      return issue
    },
    change(number, change) {
      Object.assign(
        partner.issues.find((each) => each.number === number)!,
        change,
        { updated_at: now() },
      )
    },
    respondOnce(status, headers = {}, body = JSON.stringify({ message: 'Scripted' })) {
      scripted.push({ status, headers, body })
    },
    rename(repo) {
      oldName = partner.repo
      partner.repo = repo
    },
    close: () => closeServer(server),
  }
  return partner
}

function json(status: number, body: unknown): Scripted {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
