import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

interface Ended {
  code: number | null
  out: string
  err: string
}

type Environment = Record<string, string> & { input?: string }

/** Runs `baton` for the tests as a person's shell would, in a home of its own. A test may bring its own program. */
export function openShell(program: (home: string) => string = ourProgram) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-cli-'))
  const file = program(home)
  /** All that was ever printed. */
  const printed: string[] = []

  /** Begins a command; `says` waits until it has printed something. */
  function start(words: string[], { input = '', ...environment }: Environment = {}) {
    const child = spawn(process.execPath, [file, ...words], {
      env: { PATH: process.env.PATH, HOME: home, TZ: 'UTC', COLUMNS: '100', ...environment },
    })
    // Who refuses the words does not wait for the input.
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
        child.once('close', () => reject(new Error(`It never said ${String(pattern)}: ${out}${err}`)))
        look()
      })
    return { child, ended, says }
  }

  function baton(words: string[], environment?: Environment): Promise<Ended> {
    return start(words, environment).ended
  }

  /** For what is expected to succeed. */
  async function done(words: string[], environment?: Environment): Promise<string> {
    const { code, out, err } = await baton(words, environment)
    assert.equal(code, 0, err)
    return out
  }

  return { home, printed, start, baton, done, close: () => fs.rmSync(home, { recursive: true }) }
}

function ourProgram(): string {
  return new URL('baton.ts', import.meta.url).pathname
}
