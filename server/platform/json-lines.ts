import type { MuxStream } from './multiplexer.ts'

const encoder = new TextEncoder()

export function sendLine(stream: MuxStream, value: unknown): void {
  stream.write(encoder.encode(`${JSON.stringify(value)}\n`))
}

/**
 * Calls the listener with the value of each line, and resets the stream if a line is too long or is not JSON. The listener can
 * return a promise: the next line waits for it, and so does the sender once the window is full.
 */
export function readLines(
  stream: MuxStream,
  maxBytes: number,
  listener: (value: unknown) => void | Promise<void>,
): void {
  const decoder = new TextDecoder()
  let text = ''
  let work: Promise<void> = Promise.resolve()
  stream.onData((chunk) => {
    text += decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    text = lines.pop()!
    if (text.length > maxBytes || lines.some((line) => line.length > maxBytes))
      return stream.reset('line_too_long', `A line can have at most ${maxBytes} bytes.`)
    const process = async () => {
      for (const line of lines) if (line.trim() !== '') await listener(JSON.parse(line))
      stream.consume(chunk.length)
    }
    work = work.then(process).catch((error: Error) => stream.reset('invalid_line', error.message))
  })
}
