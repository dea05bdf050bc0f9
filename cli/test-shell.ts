import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../test/partners/child-environment.ts'

interface Ended {
  code: number | null
  out: string
  err: string
}

type Environment = Record<string, string> & { input?: string }

/** Runs `baton` as a user's shell does, in a temporary home folder. A test can pass its own program. */
export function openShell(program: (home: string) => string = defaultProgram) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-cli-'))
  const file = program(home)
  /** The output of every command. */
  const printed: string[] = []
  const running = new Set<ChildProcess>()

  /** Starts a command. `says` waits until the output matches a pattern. */
  function start(words: string[], environment?: Environment) {
    return startProgram([file, ...words], environment)
  }

  function startProgram(args: string[], { input = '', ...environment }: Environment = {}) {
    const child = spawn(process.execPath, args, {
      env: { ...childEnvironment(), HOME: home, TZ: 'UTC', COLUMNS: '100', ...environment },
    })
    running.add(child)
    child.once('close', () => running.delete(child))
    // A command that rejects its arguments doesn't read its input.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    const ended = new Promise<Ended>((resolve) => {
      child.once('close', (code) => {
        printed.push(out, err)
        resolve({ code, out, err })
      })
    })
    const says = (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(out + err)
          if (found) resolve(found)
        }
        child.stdout.on('data', look)
        child.stderr.on('data', look)
        child.once('close', () =>
          reject(new Error(`The output never matched ${String(pattern)}: ${out}${err}`)),
        )
        look()
      })
    return { child, ended, says }
  }

  function baton(words: string[], environment?: Environment): Promise<Ended> {
    return start(words, environment).ended
  }

  /** Runs a command that must succeed, and returns its output. */
  async function done(words: string[], environment?: Environment): Promise<string> {
    const { code, out, err } = await baton(words, environment)
    assert.equal(code, 0, err)
    return out
  }

  /** Runs commands one after the other in one process, because starting a process takes longer than most commands. */
  async function batonAll(commands: string[][], environment?: Environment): Promise<Ended[]> {
    const { code, out, err } = await startProgram([severalCommands, JSON.stringify(commands)], environment)
      .ended
    assert.equal(code, 0, err)
    const [outputs, errors] = [out.split('\0'), err.split('\0')]
    return commands.map((_, at) => ({
      code: Number(outputs[2 * at + 1]),
      out: outputs[2 * at]!,
      err: errors[2 * at]!,
    }))
  }

  /** Runs commands that must succeed in one process, and returns their outputs. */
  async function doneAll(commands: string[][], environment?: Environment): Promise<string[]> {
    const all = await batonAll(commands, environment)
    for (const { code, err } of all) assert.equal(code, 0, err)
    return all.map(({ out }) => out)
  }

  /** Ends the commands that a failed test left running, and removes the home folder. */
  function close(): void {
    for (const child of running) child.kill('SIGKILL')
    fs.rmSync(home, { recursive: true })
  }

  return { home, printed, start, baton, batonAll, done, doneAll, close }
}

function defaultProgram(): string {
  return fileURLToPath(new URL('baton.ts', import.meta.url))
}

const severalCommands = fileURLToPath(new URL('test-commands.ts', import.meta.url))
