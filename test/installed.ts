import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ownPrograms = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))

/** The PATH of a user on this machine: without the programs of this checkout, with its Node as a fallback. */
export const usersPath = [
  ...(process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.resolve(folder) !== ownPrograms),
  path.dirname(process.execPath),
].join(path.delimiter)

interface ExitResult {
  code: number
  out: string
  err: string
}

export interface Installed {
  folder: string
  /** Everything that npm printed. */
  output: string
  run(program: string, args: string[], environment?: Record<string, string>): Promise<ExitResult>
  /** Starts a program that runs until it's killed. */
  start(program: string, args: string[], environment: Record<string, string>): Started
  remove(): void
}

interface Started {
  /** Resolves when the program has printed the pattern. */
  prints(pattern: RegExp): Promise<void>
  kill(): void
}

/** Installs packages in an empty folder as a user would, and runs their programs with the Node of this machine. */
export async function installPackages(packages: string[]): Promise<Installed> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-installed-'))
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
  const run = (file: string, args: string[], environment: Record<string, string | undefined> = {}) =>
    new Promise<ExitResult>((resolve) => {
      const env = { PATH: usersPath, HOME: folder, ...environment }
      execFile(file, args, { cwd: folder, env }, (error, out, err) => {
        resolve({ code: error ? Number(error.code ?? -1) : 0, out, err })
      })
    })
  // Uses npm's cache in the user's home folder to avoid downloads.
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages]
  const { code, out, err } = await run('npm', args, { HOME: process.env.HOME })
  if (code !== 0) {
    fs.rmSync(folder, { recursive: true })
    throw new Error(`npm couldn't install ${packages.join(', ')}:\n${out}${err}`)
  }
  return {
    folder,
    output: out + err,
    run: (program, args, environment) =>
      run(path.join(folder, 'node_modules/.bin', program), args, environment),
    start(program, args, environment) {
      const env = { PATH: usersPath, HOME: folder, ...environment }
      const child = spawn(path.join(folder, 'node_modules/.bin', program), args, { cwd: folder, env })
      let printed = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text
          child.emit('printed')
        })
      return {
        prints: (pattern) =>
          new Promise((resolve, reject) => {
            const check = () => void (pattern.test(printed) && resolve())
            child.on('printed', check)
            child.once('close', () => reject(new Error(`It never printed ${String(pattern)}:\n${printed}`)))
            check()
          }),
        kill: () => void child.kill('SIGKILL'),
      }
    },
    remove: () => fs.rmSync(folder, { recursive: true }),
  }
}
