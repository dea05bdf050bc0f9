import { type LineCounter, type Node, isMap, isScalar, isSeq } from 'yaml'
import { Failure } from '../failures.ts'
import { orNearest } from '../nearest.ts'

interface Source {
  file: string
  lines: LineCounter
}

/** A place in a YAML file, whose errors name the file and the line. */
export class YamlPlace {
  readonly #source: Source
  readonly #node: Node | null
  /** The offset of the key, or of the item in a list. */
  readonly #offset: number
  /** The keys that lead here: `commands.build.mode`. */
  readonly path: string

  constructor(source: Source, node: Node | null, path: string, offset?: number) {
    this.#source = source
    this.#node = node
    this.#offset = offset ?? node?.range?.[0] ?? 0
    this.path = path
  }

  fail(problem: string): never {
    const { line } = this.#source.lines.linePos(this.#offset)
    throw new Failure(`${this.#source.file}, line ${line}: ${this.path} ${problem}`.replace(':  ', ': '))
  }

  get isEmpty(): boolean {
    return this.#node === null || (isScalar(this.#node) && this.#node.value === null)
  }

  /** Returns the value if it is a text, number or boolean. */
  get scalar(): unknown {
    return isScalar(this.#node) ? this.#node.value : undefined
  }

  /** Returns the values of a section by their keys. An empty section has none. */
  entries(): Map<string, YamlPlace> {
    if (this.isEmpty) return new Map()
    if (!isMap<Node, Node | null>(this.#node)) return this.fail('must contain keys with values.')
    return new Map(
      this.#node.items.map(({ key, value }) => {
        const offset = key.range?.[0] ?? this.#offset
        const name = isScalar(key) && typeof key.value !== 'object' ? String(key.value) : undefined
        if (name === undefined)
          return this.fail('has a key that isn\'t a text. Write a name, such as "shop".')
        const path = this.path === '' ? name : `${this.path}.${name}`
        return [name, new YamlPlace(this.#source, value, path, offset)]
      }),
    )
  }

  /** As `entries`, and rejects unknown keys. */
  keys<Key extends string>(allowed: readonly Key[]): Partial<Record<Key, YamlPlace>> {
    const found = this.entries()
    for (const [name, place] of found)
      if (!allowed.some((key) => key === name)) place.fail(`is unknown. ${orNearest(name, [...allowed])}`)
    return Object.fromEntries(found) as Partial<Record<Key, YamlPlace>>
  }

  list(): YamlPlace[] {
    if (this.isEmpty) return []
    if (!isSeq<Node | null>(this.#node)) return this.fail('must be a list, such as ["one", "two"].')
    return this.#node.items.map(
      (item, index) =>
        new YamlPlace(this.#source, item, `${this.path}[${index}]`, item?.range?.[0] ?? this.#offset),
    )
  }

  text(maxLength = 1000): string {
    const { scalar } = this
    if (typeof scalar !== 'string' || scalar === '') return this.fail('must be a text. Put it in quotes.')
    if (scalar.length > maxLength) return this.fail(`must have at most ${maxLength} characters.`)
    if (scalar.includes('\0')) return this.fail('must not contain a null character.')
    return scalar
  }

  boolean(): boolean {
    const { scalar } = this
    return typeof scalar === 'boolean' ? scalar : this.fail('must be true or false.')
  }

  number(): number {
    const { scalar } = this
    return typeof scalar === 'number' && Number.isFinite(scalar) ? scalar : this.fail('must be a number.')
  }

  count(): number {
    const { scalar } = this
    return Number.isSafeInteger(scalar) && Number(scalar) >= 0
      ? Number(scalar)
      : this.fail('must be 0 or more.')
  }

  oneOf<Value extends string>(values: readonly Value[]): Value {
    const found = values.find((value) => value === this.scalar)
    return found ?? this.fail(`must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}.`)
  }
}
