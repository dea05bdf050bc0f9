import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { GivenCommit } from './git-backend.ts'

/** The repository, the credential and the branch of a push. */
export interface GivenPush extends GivenCommit {
  url: string
  token: string
  branch: string
}

/**
 * Clones a repository, commits and pushes the branch, as a developer does. Returns the commit id. It is asynchronous,
 * because the server can run in this process.
 */
export async function pushBranch({ url, token, branch, message, files = {} }: GivenPush): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-push-'))
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', [...author, ...args], { cwd: folder, env })).stdout.trim()
  try {
    await git('clone', '--quiet', url.replace('://', `://x:${token}@`), '.')
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      if (text === null) fs.rmSync(path.join(folder, file))
      else fs.writeFileSync(path.join(folder, file), text)
    }
    await git('add', '--all')
    await git('commit', '--quiet', `--message=${message}`)
    await git('push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`)
    return await git('rev-parse', 'HEAD')
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}
