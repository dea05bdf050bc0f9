import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'

/** Asks without echo; where nobody sits at a terminal, standard input is the answer. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return readInput()
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: silent, terminal: true })
  line.once('SIGINT', leave)
  line.once('close', leave)
  process.stderr.write(question)
  const answer = await line.question('')
  line.off('close', leave)
  line.close()
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

/** Ctrl-C and Ctrl-D: nothing was done, and a shell expects this code. */
export function leave(): never {
  process.stderr.write('\n')
  process.exit(130)
}
