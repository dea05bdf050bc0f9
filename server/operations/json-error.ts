/** The first position at which a text isn't JSON, counted from 1. The column counts UTF-16 units, as editors do. */
export interface JsonPosition {
  line: number
  column: number
}

const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const [quote, backslash, firstPrintable] = [0x22, 0x5c, 0x20]

/**
 * Finds the error in a text that JSON.parse rejects. JSON.parse names a position for some errors only, and quotes the
 * text for the others. The search is recursive, so the caller must limit the depth.
 */
export function findJsonError(text: string): JsonPosition {
  const at = new JsonReader(text).firstError()
  let line = 1
  let lineStart = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) {
    line++
    lineStart = end + 1
  }
  return { line, column: at - lineStart + 1 }
}

/** Reads JSON without building values. Each method returns whether it read its part; `#at` stays at the first error. */
class JsonReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  firstError(): number {
    if (this.#value()) this.#blanks()
    return this.#at
  }

  #value(): boolean {
    this.#blanks()
    const sign = this.#text[this.#at]
    if (sign === '"') return this.#string()
    if (sign === '[') return this.#items(']', () => this.#value())
    if (sign === '{') return this.#items('}', () => this.#property())
    return this.#match(word)
  }

  #property(): boolean {
    this.#blanks()
    return this.#string() && this.#sign(':') && this.#value()
  }

  #items(end: string, readItem: () => boolean): boolean {
    this.#at++
    if (this.#sign(end)) return true
    while (readItem()) {
      if (this.#sign(end)) return true
      if (!this.#sign(',')) return false
    }
    return false
  }

  /** Loops instead of using one pattern, because a pattern that repeats over 1 MiB overflows the stack. */
  #string(): boolean {
    if (this.#text.charCodeAt(this.#at) !== quote) return false
    this.#at++
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === backslash) {
        if (!this.#match(escape)) return false
      } else if (code >= firstPrintable) {
        this.#at++
        if (code === quote) return true
      } else return false
    }
  }

  #sign(expected: string): boolean {
    this.#blanks()
    if (this.#text[this.#at] !== expected) return false
    this.#at++
    return true
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }

  #blanks(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? 'end')) this.#at++
  }
}
