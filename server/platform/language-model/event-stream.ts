import { unreadable } from './failures.ts'

const maxLineLength = 1024 * 1024
/** Larger than a reply, because the events of OpenAI wrap each token in 300 bytes. */
const maxStreamBytes = 32 * 1024 * 1024

/**
 * Yields the content of each `data:` line of a server-sent event stream. Both protocols send one line per event. Searches
 * each chunk once, so that many small chunks of a long line take linear time.
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let line = ''
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxStreamBytes) throw unreadable('a reply that is too long')
    const text = decoder.decode(chunk, { stream: true })
    let from = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      const data = dataOf(line + text.slice(from, at))
      if (data) yield data
      line = ''
      from = at + 1
    }
    line += text.slice(from)
    if (line.length > maxLineLength) throw unreadable('a line that is too long')
  }
  const data = dataOf(line)
  if (data) yield data
}

/** Returns an empty text for comments, event names and other fields. */
function dataOf(line: string): string {
  if (line.length > maxLineLength) throw unreadable('a line that is too long')
  return line.startsWith('data:') ? line.slice(5).trim() : ''
}
