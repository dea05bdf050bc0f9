import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

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

export interface GivenCommit {
  message: string
  files?: Record<string, string>
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

const identity = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' }
const environment = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  ...identity,
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
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
    else backend(root, url, request, response)
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
      const repo = makeRepo(path.join(root, name), url(name), options)
      for (const each of commits) repo.commit(each)
      return repo
    },
    async close() {
      server.closeAllConnections()
      server.close()
      fs.rmSync(root, { recursive: true, force: true })
    },
  }
}

function makeRepo(folder: string, url: string, { partial = true }: RepoOptions): GitRepo {
  const git = (args: string[], input = '') =>
    execFileSync('git', [`--git-dir=${folder}`, ...args], { input, env: environment })
      .toString()
      .trim()
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', folder], { env: environment })
  if (partial) fs.appendFileSync(path.join(folder, 'config'), '[uploadpack]\n\tallowFilter = true\n')
  const heads = new Map<string, string>()
  return {
    url,
    commit(given, branch = 'main') {
      // Uses one process per commit. Git's other commands would need several per file.
      const parent = heads.get(branch) ?? heads.get('main')
      const commit = git(['-c', 'fastimport.unpackLimit=0', ...fastImport], streamOf(given, branch, parent))
      heads.set(branch, commit)
      return commit
    },
    tag: (name) => void git(['tag', '--annotate', '--message=A tag', name, 'main']),
    remove: () => fs.rmSync(folder, { recursive: true }),
  }
}

const fastImport = ['fast-import', '--quiet', '--date-format=now']

/** Returns a commit in the input format of git-fast-import, which prints the commit's id. */
function streamOf({ message, files = {} }: GivenCommit, branch: string, parent: string | undefined): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  return [
    `commit refs/heads/${branch}\nmark :1\ncommitter Ada <ada@example.com> now\n`,
    data(message),
    parent ? `from ${parent}\n` : '',
    ...Object.entries(files).map(([file, text]) => `M 100644 inline ${file}\n${data(text)}`),
    '\nget-mark :1\n',
  ].join('')
}

/** Runs git's backend over CGI (RFC 3875), as far as it needs that. */
function backend(root: string, url: URL, request: http.IncomingMessage, response: http.ServerResponse) {
  const cgi = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method!,
      REMOTE_ADDR: '127.0.0.1',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  request.pipe(cgi.stdin)
  cgi.stdin.on('error', () => {})
  let head: Buffer | undefined = Buffer.alloc(0)
  cgi.stdout.on('data', (part: Buffer) => {
    head = head && Buffer.concat([head, part])
    const end = head?.indexOf('\r\n\r\n') ?? -1
    if (!head) response.write(part)
    else if (end >= 0) {
      readHead(head.toString('latin1', 0, end), response)
      response.write(head.subarray(end + 4))
      head = undefined
    }
  })
  cgi.on('close', () => response.end())
}

function readHead(head: string, response: http.ServerResponse): void {
  for (const line of head.split('\r\n')) {
    const [name = '', value = ''] = line.split(': ')
    if (name === 'Status') response.statusCode = parseInt(value)
    else response.setHeader(name, value)
  }
}
