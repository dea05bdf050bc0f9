/*
 * A small strict XML reader for test reports. Rejects document types, and with them custom entities, because their
 * expansion can cost more than the length of the text. Rejects ambiguous input.
 */
export interface XmlElement {
  name: string
  attributes: Map<string, string>
  children: XmlElement[]
}

export class NotXml extends Error {}

const maxDepth = 100

/** Returns the root element with its descendants, without text. */
export function readXml(text: string): XmlElement {
  const reader = new Reader(text.replace(/^\uFEFF/, ''))
  return reader.document()
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): XmlElement {
    const top: XmlElement = { name: '', attributes: new Map(), children: [] }
    const open = [top]
    while (this.#at < this.#text.length) {
      const inside = open.at(-1)!
      if (this.#skip('<!--', '-->') || this.#skip('<?', '?>')) continue
      if (inside !== top && this.#skip('<![CDATA[', ']]>')) continue
      if (this.#consume('<!')) this.#fail('A document type or another declaration is not accepted')
      if (this.#consume('</')) this.#close(open)
      else if (this.#consume('<')) this.#open(open)
      else this.#characters(inside === top)
    }
    if (open.length > 1) this.#fail(`<${open.at(-1)!.name}> is never closed`)
    const [root, ...more] = top.children
    if (!root || more.length > 0) this.#fail('The document must have exactly one root element')
    return root
  }

  #open(open: XmlElement[]): void {
    if (open.length > maxDepth) this.#fail('The elements are nested too deeply')
    const element: XmlElement = { name: this.#name(), attributes: new Map(), children: [] }
    open.at(-1)!.children.push(element)
    for (let spaced = this.#space(); ; spaced = this.#space()) {
      if (this.#consume('/>')) return
      if (this.#consume('>')) return void open.push(element)
      if (!spaced) this.#fail(`The tag <${element.name}> is malformed`)
      const [name, value] = this.#attribute()
      if (element.attributes.has(name)) this.#fail(`<${element.name}> has the attribute ${name} twice`)
      element.attributes.set(name, value)
    }
  }

  #close(open: XmlElement[]): void {
    const name = this.#name()
    this.#space()
    if (!this.#consume('>')) this.#fail(`The tag </${name}> is malformed`)
    const element = open.length > 1 ? open.pop()! : undefined
    if (element?.name !== name) this.#fail(`</${name}> has no matching start tag`)
  }

  #attribute(): [name: string, value: string] {
    const name = this.#name()
    this.#space()
    if (!this.#consume('=')) this.#fail(`The attribute ${name} has no value`)
    this.#space()
    const quote = this.#text[this.#at]
    if (quote !== '"' && quote !== "'") this.#fail(`The attribute ${name} has no quotes around its value`)
    const end = this.#text.indexOf(quote, this.#at + 1)
    const raw = end < 0 ? '<' : this.#text.slice(this.#at + 1, end)
    if (raw.includes('<')) this.#fail(`The attribute ${name} is never closed`)
    this.#at = end + 1
    return [name, this.#decode(raw)]
  }

  #characters(outside: boolean): void {
    const end = this.#text.indexOf('<', this.#at)
    const text = this.#text.slice(this.#at, end < 0 ? undefined : end)
    if (outside && text.trim() !== '') this.#fail('There is text outside the root element')
    this.#decode(text)
    this.#at += text.length
  }

  #decode(raw: string): string {
    return raw.replace(/&([^;&]{0,10};)?/g, (_, reference: string | undefined) => {
      const named = reference && entities[reference]
      if (named) return named
      const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+));$/i.exec(reference ?? '') ?? []
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN)
      if (!(code > 0 && code <= 0x10ffff)) this.#fail('An entity is not predefined in XML')
      return String.fromCodePoint(code)
    })
  }

  #name(): string {
    names.lastIndex = this.#at
    const [name] = names.exec(this.#text) ?? this.#fail('A name is missing')
    this.#at += name.length
    return name
  }

  /** Skips whitespace and returns whether there was any. */
  #space(): boolean {
    const from = this.#at
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '-')) this.#at++
    return this.#at > from
  }

  #consume(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false
    this.#at += expected.length
    return true
  }

  #skip(start: string, end: string): boolean {
    if (!this.#text.startsWith(start, this.#at)) return false
    const ends = this.#text.indexOf(end, this.#at + start.length)
    if (ends < 0) this.#fail(`${start} is never closed`)
    this.#at = ends + end.length
    return true
  }

  #fail(reason: string): never {
    const line = this.#text.slice(0, this.#at).split('\n').length
    throw new NotXml(`${reason} (line ${line}).`)
  }
}

const names = /[\p{L}_:][\p{L}\p{N}_:.-]*/uy
const entities: Record<string, string> = { 'lt;': '<', 'gt;': '>', 'amp;': '&', 'quot;': '"', 'apos;': "'" }
