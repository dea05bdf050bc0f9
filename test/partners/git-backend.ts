import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import type http from 'node:http'
import path from 'node:path'

export interface GivenCommit {
  message: string
  /** The changed files with their text. Null deletes the file. */
  files?: Record<string, string | null>
  /** Symbolic links and their targets. */
  links?: Record<string, string>
  /** Submodules and their commits. */
  submodules?: Record<string, string>
}

/** The environment of git, without the settings of the machine. */
const environment = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

/** A bare repository in a folder. */
export interface BareRepo {
  folder: string
  /** Runs git in the repository. */
  git(args: string[], input?: string): string
  /** Returns the text of a file by its blob id. */
  read(blob: string): string
  /** Returns the newest commit of a branch. */
  head(branch: string): string | undefined
  /** Commits on a branch and returns the commit id. A new branch starts at `main`. */
  commit(given: GivenCommit, branch?: string): string
  /** Commits several times on `main`, in one process. */
  commitAll(given: GivenCommit[]): void
}

export function createBareRepo(folder: string, { partial = true, push = false } = {}): BareRepo {
  const run = (args: string[], input = '') =>
    execFileSync('git', [`--git-dir=${folder}`, ...args], {
      input,
      env: environment,
      stdio: 'pipe',
    }).toString()
  const git = (args: string[], input?: string) => run(args, input).trim()
  // Writes what `git init --bare` writes, without a process.
  for (const each of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
    fs.mkdirSync(path.join(folder, each), { recursive: true })
  fs.writeFileSync(path.join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  const settings = [
    '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
    partial && '[uploadpack]\n\tallowFilter = true\n',
    // Without automatic cleanup, every branch has a file of its own.
    push && '[http]\n\treceivepack = true\n[receive]\n\tautogc = false\n',
  ]
  fs.writeFileSync(path.join(folder, 'config'), settings.filter(Boolean).join(''))
  // Reads the file of the branch, because that needs no process.
  const head = (branch: string) => {
    const file = path.join(folder, 'refs/heads', branch)
    return fs.existsSync(file) && fs.statSync(file).isFile()
      ? fs.readFileSync(file, 'utf8').trim()
      : undefined
  }
  // Uses one process for all commits. Git's other commands would need several per file.
  const importCommits = (stream: string) => git(['-c', 'fastimport.unpackLimit=0', ...fastImport], stream)
  return {
    folder,
    git,
    read: (blob) => run(['cat-file', 'blob', blob]),
    head,
    commit(given, branch = 'main') {
      const parent = head(branch) ?? head('main')
      return importCommits(`${streamOf(given, branch, parent)}get-mark :1\n`)
    },
    commitAll(given) {
      if (given.length === 0) return
      // Without a parent in the stream, a commit follows the one before it.
      importCommits(
        given.map((each, at) => streamOf(each, 'main', at === 0 ? head('main') : undefined)).join(''),
      )
    },
  }
}

const fastImport = ['fast-import', '--quiet', '--date-format=now']

/** Returns a commit in the input format of git-fast-import. */
function streamOf(
  { message, files = {}, links = {}, submodules = {} }: GivenCommit,
  branch: string,
  parent: string | undefined,
): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  return [
    `commit refs/heads/${branch}\nmark :1\ncommitter Ada <ada@example.com> now\n`,
    data(message),
    parent ? `from ${parent}\n` : '',
    ...Object.entries(files).map(([file, text]) =>
      text === null ? `D ${file}\n` : `M 100644 inline ${file}\n${data(text)}`,
    ),
    ...Object.entries(links).map(([file, target]) => `M 120000 inline ${file}\n${data(target)}`),
    ...Object.entries(submodules).map(([file, commit]) => `M 160000 ${commit} ${file}\n`),
    '\n',
  ].join('')
}

export interface GitRequest {
  /** The folder that contains the repositories. */
  root: string
  /** The folder of the repository and the rest of the path, such as `/web/info/refs`. */
  path: string
  query: string
  /** The user who pushes. */
  user?: string
}

/** Runs git's backend over CGI (RFC 3875), as far as it needs that. Resolves after the response. */
export function serveGit(
  given: GitRequest,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const cgi = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: given.root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(given.path),
      QUERY_STRING: given.query,
      REQUEST_METHOD: request.method!,
      REMOTE_ADDR: '127.0.0.1',
      ...(given.user !== undefined && { REMOTE_USER: given.user }),
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
  return new Promise((resolve) => {
    cgi.on('close', () => {
      response.end()
      resolve()
    })
  })
}

function readHead(head: string, response: http.ServerResponse): void {
  for (const line of head.split('\r\n')) {
    const [name = '', value = ''] = line.split(': ')
    if (name === 'Status') response.statusCode = parseInt(value)
    else response.setHeader(name, value)
  }
}
