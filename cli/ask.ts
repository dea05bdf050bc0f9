import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { UsageError } from './failures.ts'

export async function ask(question: string, flag: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`${flag} is needed.`)
  return answerTo(question, process.stderr)
}

/** Asks without echo; where nobody sits at a terminal, standard input is the answer. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return readInput()
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  const answer = await answerTo('', silent)
  process.stderr.write('\n')
  return answer
}

/** All of standard input, without the end of its last line. */
export async function readInput(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** All of standard input, as the file that it is. */
export async function readInputFile(name: string): Promise<File> {
  return new File([await buffer(process.stdin)], name)
}

async function answerTo(question: string, output: NodeJS.WritableStream): Promise<string> {
  const line = createInterface({ input: process.stdin, output, terminal: true })
  line.once('SIGINT', leave)
  line.once('close', leave)
  const answer = await line.question(question)
  line.off('close', leave)
  line.close()
  return answer
}

/** Ctrl-C and Ctrl-D: nothing was done, and a shell expects this code. */
function leave(): never {
  process.stderr.write('\n')
  process.exit(130)
}
