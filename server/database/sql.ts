/**
 * A statement, or a part of one: its text, with the values beside it. Values never become part of the text, so no value
 * can change what a statement does, and every statement of one shape is prepared once.
 */
export class Sql {
  /** The text before, between and after the values. */
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
  /** Whether each connection plans it once, under a name. Otherwise it is planned for its values each time. */
  readonly isPrepared: boolean
  /** The id of the row that every statement of its kind locks. Concurrent ones can share a transaction. */
  readonly queue: string | undefined
  #text: string | undefined

  constructor(
    texts: readonly string[],
    values: readonly unknown[],
    { isPrepared = true, queue }: { isPrepared?: boolean; queue?: string } = {},
  ) {
    this.texts = texts
    this.values = values
    this.isPrepared = isPrepared
    this.queue = queue
  }

  /** The same statement, planned for its values: a filter for a rare value needs another index than one for a common value. */
  get unprepared(): Sql {
    return new Sql(this.texts, this.values, { isPrepared: false })
  }

  /** The same statement in a queue: see `statementQueues`. Statements of a transaction run in its order instead. */
  queuedFor(rowId: string): Sql {
    return new Sql(this.texts, this.values, { isPrepared: this.isPrepared, queue: rowId })
  }

  /** The statement as PostgreSQL reads it, with `$1`, `$2`, … for the values. */
  get text(): string {
    if (this.#text === undefined) {
      this.#text = this.texts[0]!
      for (let index = 1; index < this.texts.length; index++) this.#text += `$${index}${this.texts[index]!}`
    }
    return this.#text
  }
}

/** A value or a part. `undefined` is neither: PostgreSQL has only `null`. */
export type Part = string | number | bigint | boolean | object | null

/** Builds a statement. Each `${part}` is a value, or another `sql` that becomes part of this one. */
export function sql(strings: TemplateStringsArray, ...parts: Part[]): Sql {
  // Loops without copies, because every request builds several statements from many parts.
  const texts: string[] = []
  const values: unknown[] = []
  let text = strings[0]!
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!
    if (part instanceof Sql) {
      text += part.texts[0]!
      for (let inner = 0; inner < part.values.length; inner++) {
        texts.push(text)
        values.push(part.values[inner])
        text = part.texts[inner + 1]!
      }
    } else {
      texts.push(text)
      values.push(part)
      text = ''
    }
    text += strings[index + 1]!
  }
  texts.push(text)
  return new Sql(texts, values)
}

/** Our own text that becomes part of a statement, such as the name of a table or a constant. Never pass a caller's input. */
sql.raw = (text: string | number): Sql => new Sql([String(text)], [])

sql.empty = sql.raw('')

sql.join = (parts: readonly Sql[], separator: string = ', '): Sql =>
  parts.reduce(
    (joined, part, index) => (index === 0 ? part : sql`${joined}${sql.raw(separator)}${part}`),
    sql.empty,
  )
