import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { type GivenCommit, createBareRepo, serveGit } from './git-backend.ts'

export type { GivenCommit }

/** A local server for repositories over HTTP, with git's own backend. */
export interface GitServer {
  /** Its host and port, for REPO_HOSTS. */
  host: string
  url(name: string): string
  /** Creates a repository with one commit for each of these sets of files, on the branch `main`. */
  repo(name: string, commits?: GivenCommit[], options?: RepoOptions): GitRepo
  /** Returns a URL that responds but isn't a repository. */
  page(): string
  /** The received requests with their credentials. */
  requests: { path: string; authorization: string | undefined }[]
  close(): Promise<void>
}

export interface RepoOptions {
  /** The password that a reader must send. */
  token?: string
  /** Redirects all requests to this URL. */
  redirect?: string
  /** Whether it supports partial clones, as the large hosts do. */
  partial?: boolean
}

export interface GitRepo {
  url: string
  /** Commits on a branch and returns the commit id. A new branch starts at `main`. */
  commit(given: GivenCommit, branch?: string): string
  tag(name: string): void
  /** Deletes the repository from the server. */
  remove(): void
}

export async function startGitServer(): Promise<GitServer> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-git-'))
  process.once('exit', () => fs.rmSync(root, { recursive: true, force: true }))
  const settings = new Map<string, RepoOptions>()
  const requests: GitServer['requests'] = []
  const server = http.createServer((request, response) => {
    const url = new URL(request.url!, 'http://git')
    const { authorization } = request.headers
    requests.push({ path: url.pathname, authorization })
    const { token, redirect } = settings.get(url.pathname.split('/')[1]!) ?? {}
    const given = Buffer.from(authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    if (url.pathname.startsWith('/page/')) response.end('<html>')
    else if (redirect) response.writeHead(302, { Location: redirect + url.pathname + url.search }).end()
    else if (token && given.split(':')[1] !== token)
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
    else void serveGit({ root, path: url.pathname, query: url.search.slice(1) }, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Does not keep the process alive after its tests.
  server.unref()
  const { port } = server.address() as AddressInfo
  const url = (name: string) => `http://127.0.0.1:${port}/${name}`
  return {
    host: `127.0.0.1:${port}`,
    url,
    requests,
    page: () => url('page'),
    repo(name, commits = [{ message: 'First', files: { 'README.md': '# First\n' } }], options = {}) {
      settings.set(name, options)
      return makeRepo(path.join(root, name), url(name), { commits, ...options })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      fs.rmSync(root, { recursive: true, force: true })
    },
  }
}

function makeRepo(
  folder: string,
  url: string,
  { commits, ...options }: RepoOptions & { commits: GivenCommit[] },
): GitRepo {
  const { git, commit, commitAll } = createBareRepo(folder, options)
  commitAll(commits)
  return {
    url,
    commit,
    tag: (name) => void git(['tag', '--annotate', '--message=A tag', name, 'main']),
    remove: () => fs.rmSync(folder, { recursive: true }),
  }
}
