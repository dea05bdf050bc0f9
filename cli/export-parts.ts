import fs from 'node:fs'
import { Failure } from './failures.ts'

const maxHead = 100_000

/**
 * Reads an export file and yields it in parts of about `maxChars` characters, each with the same head. Reads in pieces,
 * so that a file of any size needs little memory.
 */
export async function* readExportParts(file: string, maxChars: number): AsyncGenerator<string> {
  let head: string | undefined
  let pending = ''
  let items: string[] = []
  let size = 0
  const reader = new ItemReader()
  const part = () => {
    const text = `${head}${items.join(',')}]}`
    items = []
    size = 0
    return text
  }
  for await (const piece of fs.createReadStream(file, { encoding: 'utf8', highWaterMark: 2 ** 18 })) {
    pending += String(piece)
    if (head === undefined) {
      const start = /"items"\s*:\s*\[/.exec(pending)
      if (!start && pending.length < maxHead) continue
      head = start ? checkHead(pending.slice(0, start.index + start[0].length), file) : rejectFile(file)
      pending = pending.slice(head.length)
    }
    for (const item of reader.read(pending)) {
      if (size + item.length > maxChars && items.length > 0) yield part()
      items.push(item)
      size += item.length
    }
    pending = ''
  }
  if (head === undefined || !reader.isDone) rejectFile(file)
  if (items.length > 0) yield part()
}

function checkHead(head: string, file: string): string {
  try {
    const parsed: unknown = JSON.parse(`${head}]}`)
    if (
      typeof parsed === 'object' &&
      parsed !== null &&
      'format' in parsed &&
      parsed.format === 'baton-export'
    )
      return head
  } catch {
    // Rejected below.
  }
  return rejectFile(file)
}

function rejectFile(file: string): never {
  throw new Failure(`${file} isn't a complete file of "baton export".`)
}

/** Finds the objects of an array in pieces of text. */
class ItemReader {
  /** Whether the end of the array was found. */
  isDone = false
  #depth = 0
  #isString = false
  #isEscaped = false
  /** The part of an object that earlier pieces contained. */
  #begun = ''

  read(text: string): string[] {
    const found: string[] = []
    let start = 0
    for (let index = 0; index < text.length && !this.isDone; index++) {
      const char = text[index]
      if (this.#isString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (char === '\\') this.#isEscaped = true
        else if (char === '"') this.#isString = false
      } else if (char === '"') this.#isString = true
      else if (char === '{' || char === '[') {
        if (this.#depth === 0) start = index
        this.#depth++
      } else if ((char === '}' || char === ']') && this.#depth === 0) this.isDone = true
      else if (char === '}' || char === ']') {
        this.#depth--
        if (this.#depth > 0) continue
        found.push(this.#begun + text.slice(start, index + 1))
        this.#begun = ''
      }
    }
    if (this.#depth > 0) this.#begun += text.slice(start)
    return found
  }
}
