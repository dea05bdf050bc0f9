/*
 * Removes characters that a person doesn't see but a model or a terminal reads: control characters, bidirectional
 * controls, tag characters, zero-width characters and runs of variation selectors. Stored text stays as it is.
 *
 * Four kinds of invisible characters stay, because a visible character needs them:
 *   - the joiner inside an emoji sequence, and the selector of an emoji's presentation
 *   - the tags in the flags of England, Scotland and Wales, the only tag sequences that Unicode recommends
 *   - a single joiner or non-joiner after a letter of a script that uses them, such as Persian or Hindi
 *   - a single variation selector after a Han or Mongolian character
 */

const joiningScripts = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Nko',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Tibetan',
]
const joining = joiningScripts.map((script) => `\\p{Script=${script}}`).join('')

const kept = [
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[${joining}])[\u200C\u200D]`,
  String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
]
// Tabs and line breaks are control characters that text needs.
const removed = String.raw`(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]`
const pattern = new RegExp(`(${kept.join('|')})|${removed}`, 'gu')
const anyRemoved = new RegExp(removed, 'u')

/** Matches most texts, much faster than the general pattern. */
const plainText = /^[\t\n\r -~]*$/

/** Removes invisible characters from a text. */
export function visibleText(text: string): string {
  if (plainText.test(text)) return text
  return anyRemoved.test(text) ? text.replace(pattern, (_, keep: string | undefined) => keep ?? '') : text
}

const plainJson = /^[ -~]*$/
const escapedCharacter = /\\u[\da-f]{4}/

/** Returns a value without invisible characters, and its JSON. Ordinary JSON is recognized without visiting the value. */
export function visibleWithJson<Value>(value: Value): { value: Value; json: string } {
  const json = JSON.stringify(value)
  if (plainJson.test(json) && !escapedCharacter.test(json)) return { value, json }
  const visible = visibleJson(value)
  return visible === value ? { value, json } : { value: visible, json: JSON.stringify(visible) }
}

/** Removes invisible characters from every text in a JSON value, including the names of fields. */
export function visibleJson<Value>(value: Value): Value {
  return clean(value) as Value
}

/** Returns the same object if nothing changes, so that an ordinary response costs no copies. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(clean)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const entries = Object.entries(value)
  const cleaned = entries.map(([name, inner]) => [visibleText(name), clean(inner)] as const)
  const isChanged = cleaned.some(
    ([name, inner], index) => name !== entries[index]![0] || inner !== entries[index]![1],
  )
  return isChanged ? Object.fromEntries(cleaned) : value
}
