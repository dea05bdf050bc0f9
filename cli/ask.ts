import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { exitCodes } from './failures.ts'

/** Asks for a secret without echo. Without a terminal, reads it from standard input. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return readInput()
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: silent, terminal: true })
  line.once('SIGINT', interrupt)
  line.once('close', interrupt)
  process.stderr.write(question)
  const answer = await line.question('')
  line.off('close', interrupt)
  line.close()
  process.stderr.write('\n')
  return answer
}

/** Reads all of standard input, without the line break at its end. */
export async function readInput(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** Reads all of standard input as a file. */
export async function readInputFile(name: string): Promise<File> {
  return new File([await buffer(process.stdin)], name)
}

/** Exits at Ctrl+C, or at Ctrl+D in a prompt. */
export function interrupt(): never {
  process.stderr.write('\n')
  process.exit(exitCodes.interrupted)
}
