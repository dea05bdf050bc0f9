/*
 * A small strict reader of XML: it takes what a test report is made of, and refuses what could make it cost more than its
 * length (document types, and with them entities of one's own) or mean two things.
 */
export interface XmlElement {
  name: string
  attributes: Map<string, string>
  children: XmlElement[]
}

export class NotXml extends Error {}

const deepest = 100

/** The root element with everything in it, without its text. */
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
      if (this.#takes('<!'))
        this.#fail('It has a document type or another declaration, which is not accepted')
      if (this.#takes('</')) this.#close(open)
      else if (this.#takes('<')) this.#open(open)
      else this.#characters(inside === top)
    }
    if (open.length > 1) this.#fail(`<${open.at(-1)!.name}> is never closed`)
    const [root, ...more] = top.children
    if (!root || more.length > 0) this.#fail('It has not exactly one element at the top')
    return root
  }

  #open(open: XmlElement[]): void {
    if (open.length > deepest) this.#fail('Its elements are nested too deep')
    const element: XmlElement = { name: this.#name(), attributes: new Map(), children: [] }
    open.at(-1)!.children.push(element)
    for (let spaced = this.#space(); ; spaced = this.#space()) {
      if (this.#takes('/>')) return
      if (this.#takes('>')) return void open.push(element)
      if (!spaced) this.#fail(`The tag <${element.name}> is broken`)
      const [name, value] = this.#attribute()
      if (element.attributes.has(name)) this.#fail(`<${element.name}> has the attribute ${name} twice`)
      element.attributes.set(name, value)
    }
  }

  #close(open: XmlElement[]): void {
    const name = this.#name()
    this.#space()
    if (!this.#takes('>')) this.#fail(`The tag </${name}> is broken`)
    const element = open.length > 1 ? open.pop()! : undefined
    if (element?.name !== name) this.#fail(`</${name}> closes what is not open`)
  }

  #attribute(): [name: string, value: string] {
    const name = this.#name()
    this.#space()
    if (!this.#takes('=')) this.#fail(`The attribute ${name} has no value`)
    this.#space()
    const quote = this.#text[this.#at]
    if (quote !== '"' && quote !== "'") this.#fail(`The attribute ${name} has no quotes`)
    const end = this.#text.indexOf(quote, this.#at + 1)
    const raw = end < 0 ? '<' : this.#text.slice(this.#at + 1, end)
    if (raw.includes('<')) this.#fail(`The attribute ${name} has no end`)
    this.#at = end + 1
    return [name, this.#decode(raw)]
  }

  #characters(outside: boolean): void {
    const end = this.#text.indexOf('<', this.#at)
    const text = this.#text.slice(this.#at, end < 0 ? undefined : end)
    if (outside && text.trim() !== '') this.#fail('There is text outside its elements')
    this.#decode(text)
    this.#at += text.length
  }

  #decode(raw: string): string {
    return raw.replace(/&([^;&]{0,10};)?/g, (_, reference: string | undefined) => {
      const named = reference && entities[reference]
      if (named) return named
      const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+));$/i.exec(reference ?? '') ?? []
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN)
      if (!(code > 0 && code <= 0x10ffff)) this.#fail('It uses an entity that XML does not have by itself')
      return String.fromCodePoint(code)
    })
  }

  #name(): string {
    names.lastIndex = this.#at
    const [name] = names.exec(this.#text) ?? this.#fail('A name is missing')
    this.#at += name.length
    return name
  }

  /** Whether there was any. */
  #space(): boolean {
    const from = this.#at
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '-')) this.#at++
    return this.#at > from
  }

  #takes(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false
    this.#at += expected.length
    return true
  }

  #skip(begin: string, end: string): boolean {
    if (!this.#text.startsWith(begin, this.#at)) return false
    const ends = this.#text.indexOf(end, this.#at + begin.length)
    if (ends < 0) this.#fail(`What ${begin} begins has no end`)
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
