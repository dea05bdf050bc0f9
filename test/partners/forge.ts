import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { apiReply } from './forge/api.ts'
import { allDelivered } from './forge/deliver.ts'
import { gitReply } from './forge/git.ts'
import { type GivenLimit, createLimits } from './forge/limits.ts'
import { type OAuthClient, createOAuth } from './forge/oauth.ts'
import { type Reply, notFound, withETag } from './forge/reply.ts'
import { type ForgeRepo, controlRepo } from './forge/repo.ts'
import { type ForgeKind, type ForgeUser, type State, newToken, nextId, now } from './forge/state.ts'
import { type GivenCommit, createBareRepo } from './git-backend.ts'

export type { ForgeRepo } from './forge/repo.ts'
export type { ForgeHook, ForgeUser } from './forge/state.ts'
export { signatureOf } from './forge/deliver.ts'

export interface GivenRepo {
  private?: boolean
  /** The users who can write and manage webhooks. The owner always can. */
  collaborators?: string[]
  /** The users who can only read it while it is private. */
  readers?: string[]
  commits?: GivenCommit[]
}

export interface ForgeRequest {
  /** The method and the path, without the path of the API: `GET /repos/acme/web`. */
  line: string
  /** Whether git sent it. */
  isGit: boolean
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

export interface ScriptedReply {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Replies to the next API request with this line. Default: any. */
  line?: RegExp
}

/** A local code host with real git repositories, written from the public description of GitHub's REST API. */
export interface Forge {
  url: string
  apiUrl: string
  /** Its host and port, for REPO_HOSTS. */
  host: string
  oauth: OAuthClient
  /** The user of the browser that is redirected to the OAuth page. Default: the first one added. */
  signedIn: string | undefined
  addUser(login: string): ForgeUser
  addRepo(name: string, given?: GivenRepo): ForgeRepo
  /** Adds an app with an installation for these repositories. Default: all. */
  addApp(repos?: string[]): { appId: string; installationId: string; privateKey: string }
  requests: ForgeRequest[]
  limit(given: GivenLimit): void
  respondOnce(reply: ScriptedReply): void
  /** Resolves when no webhook delivery is under way. */
  delivered(): Promise<void>
  close(): Promise<void>
}

const firstCommit = [{ message: 'First', files: { 'README.md': '# First\n' } }]

export async function startForge({ kind = 'github' }: { kind?: ForgeKind } = {}): Promise<Forge> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-forge-'))
  process.once('exit', () => fs.rmSync(root, { recursive: true, force: true }))
  const server = http.createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Does not keep the process alive after its tests.
  server.unref()
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  const apiPath = kind === 'gitea' ? '/api/v1' : '/api/v3'
  const isApi = (path: string) => path.startsWith(`${apiPath}/`)
  const state: State = {
    kind,
    url,
    apiUrl: url + apiPath,
    users: new Map(),
    actors: new Map(),
    repos: [],
    apps: [],
    pending: new Set(),
  }
  const limits = createLimits()
  const oauth = createOAuth(state)
  const scripted: ScriptedReply[] = []

  async function respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const address = new URL(request.url!, url)
    const isGit = /\/(info\/refs|git-upload-pack|git-receive-pack)$/.test(address.pathname)
    const path = isApi(address.pathname) ? address.pathname.slice(apiPath.length) : address.pathname
    const line = `${request.method} ${path}${address.search}`
    const received: ForgeRequest = { line, isGit, status: 0, headers: request.headers, body: '' }
    forge.requests.push(received)
    response.once('finish', () => (received.status = response.statusCode))
    if (isGit) return gitReply(state, root, address, request, response)
    received.body = Buffer.concat((await request.toArray()) as Buffer[]).toString()
    const reply = replyTo(request, address, received)
    received.status = reply.status
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }

  function replyTo(request: http.IncomingMessage, address: URL, { line, body }: ForgeRequest): Reply {
    const { pathname, searchParams: query } = address
    if (pathname === '/login/oauth/authorize') return oauth.authorize(query, forge.signedIn)
    if (pathname === '/login/oauth/access_token') return oauth.exchange(new URLSearchParams(body))
    if (!isApi(pathname)) return pathname.startsWith('/api/') ? notFound() : webPage
    const script = scripted.find((each) => !each.line || each.line.test(line))
    if (script) {
      scripted.splice(scripted.indexOf(script), 1)
      const text = script.body ?? JSON.stringify({ message: 'Scripted' })
      return { status: script.status, headers: script.headers ?? {}, body: text }
    }
    const path = pathname.slice(apiPath.length)
    if (path === '/rate_limit' && kind === 'github') return limits.reply()
    const { authorization = '' } = request.headers
    if (
      `${request.method} ${path}` === `DELETE /applications/${oauth.client.clientId}/grant` &&
      kind === 'github'
    )
      return oauth.deleteGrant(authorization, parsed(body).access_token)
    // Gitea returns JSON whatever the client accepts.
    const accept = kind === 'github' ? (request.headers.accept ?? '') : ''
    const actor = state.actors.get(authorization.replace(/^(Bearer|token) /i, ''))
    const call = { state, method: request.method!, path, query, accept, body: parsed(body), actor }
    const reply = limits.check() ?? apiReply(call, authorization)
    // Gitea has no conditional requests, limits or scopes in its API.
    if (kind === 'gitea') return reply
    const shown = request.method === 'GET' ? withETag(reply, request.headers['if-none-match']) : reply
    const scopes = actor?.scopes && { 'X-OAuth-Scopes': actor.scopes.join(', ') }
    return { ...shown, headers: { ...shown.headers, ...limits.headers(shown.status), ...scopes } }
  }

  const forge: Forge = {
    url,
    apiUrl: state.apiUrl,
    host,
    oauth: oauth.client,
    signedIn: undefined,
    requests: [],
    addUser(login) {
      const token = newToken('ghp')
      const scopes = ['repo', 'read:user']
      const user = { id: nextId(), login, token, scopes, revoke: () => void state.actors.delete(token) }
      state.users.set(login, user)
      // The same list: a test changes the scopes of the token with it.
      state.actors.set(token, { login, scopes, isApp: false })
      forge.signedIn ??= login
      return user
    },
    addRepo(
      name,
      { private: isPrivate = false, collaborators = [], readers = [], commits = firstCommit } = {},
    ) {
      const id = nextId()
      const bare = createBareRepo(path.join(root, String(id)), { push: true })
      bare.commitAll(commits)
      const repo = {
        id,
        name,
        formerNames: [],
        isPrivate,
        readers,
        writers: [name.split('/')[0]!, ...collaborators],
        bare,
        pulls: [],
        checks: [],
        statuses: [],
        hooks: [],
        deliveries: [],
        pushedAt: now(),
      }
      state.repos.push(repo)
      return controlRepo(state, repo)
    },
    addApp(repos) {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      const [appId, installationId] = [String(nextId()), String(nextId())]
      state.apps.push({ appId, installationId, publicKey, repos })
      return { appId, installationId, privateKey }
    },
    limit: limits.set,
    respondOnce: (reply) => void scripted.push(reply),
    delivered: () => allDelivered(state),
    async close() {
      await allDelivered(state)
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      fs.rmSync(root, { recursive: true, force: true })
    },
  }
  return forge
}

const webPage: Reply = {
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<!doctype html><title>Forge</title>',
}

function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return {}
  }
}
