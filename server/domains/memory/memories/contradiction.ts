/*
 * Decides without a language model whether two entries probably contradict each other: they mean nearly the same but
 * differ in a value, such as a number of the same unit, a weekday, a name or a negation.
 */

/** Below this similarity of meaning, two entries are about different things. */
const minSimilarity = 0.55
// A changed name is a weaker sign than a changed number, and so is a negation, which can belong to another statement.
const minSimilarityForNames = 0.6
const minSimilarityForNegation = 0.75
const minSimilarityForOtherWords = 0.8
const maxChangedTokens = 2

/** Returns whether two texts of this similarity in meaning probably contradict each other. */
export function contradicts(one: string, other: string, similarity: number): boolean {
  if (similarity < minSimilarity) return false
  const [first, second] = [analyze(one), analyze(other)]
  const shared = first.words.filter((word) => second.words.includes(word))
  if (shared.length === 0) return false
  if (first.isNegated !== second.isNegated && similarity >= minSimilarityForNegation) return true
  const onlyFirst = first.words.filter((word) => !second.words.includes(word))
  const onlySecond = second.words.filter((word) => !first.words.includes(word))
  if (haveOpposites(onlyFirst, onlySecond)) return true
  // Texts that each have several words of their own are probably about two subjects, such as two kinds of keys.
  const isSameSubject =
    Math.min(onlyFirst.length, onlySecond.length) <= 1 || similarity >= minSimilarityForOtherWords
  if (isSameSubject && haveDifferentValues(first, second)) return true
  return similarity >= minSimilarityForNames && isOneNameReplaced(first, second)
}

interface Analyzed {
  tokens: string[]
  /** Words without stop words and values, in a simple base form. */
  words: string[]
  /** Values by unit: "30 days" is 30 of "day". Weekdays and months are units of their own. */
  values: Map<string, string[]>
  isNegated: boolean
}

function analyze(text: string): Analyzed {
  const tokens = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.:_-][\p{L}\p{N}]+)*/gu) ?? []
  const values = new Map<string, string[]>()
  const addValue = (unit: string, value: string) => values.set(unit, [...(values.get(unit) ?? []), value])
  const words = new Set<string>()
  let withoutUnit: string[] = []
  let negations = 0
  for (const token of tokens) {
    const base = token.replace(/(?<=\p{L}{3})(es|s|en|e)$/u, '')
    const number = numberWords.get(token) ?? /^\d[\d.,:]*/.exec(token)?.[0]
    const day = days.get(base) ?? days.get(token)
    if (number !== undefined) withoutUnit.push(number)
    else if (day !== undefined) addValue('weekday', day)
    else if (months.has(token)) addValue('month name', token.slice(0, 3))
    else if (negationWords.has(token)) negations++
    else if (!stopWords.has(token)) {
      words.add(base)
      for (const value of withoutUnit) addValue(base, value)
      withoutUnit = []
    }
  }
  for (const value of withoutUnit) addValue('', value)
  return { tokens, words: [...words], values, isNegated: negations % 2 === 1 }
}

function haveDifferentValues(one: Analyzed, other: Analyzed): boolean {
  return [...one.values].some(([unit, values]) => {
    const others = other.values.get(unit)
    return others !== undefined && values.every((value) => !others.includes(value))
  })
}

/** Returns whether both texts are the same except for one or two words at the same place. */
function isOneNameReplaced({ tokens: one }: Analyzed, { tokens: other }: Analyzed): boolean {
  const shorter = Math.min(one.length, other.length)
  let before = 0
  while (before < shorter && one[before] === other[before]) before++
  let after = 0
  while (after < shorter - before && one.at(-1 - after) === other.at(-1 - after)) after++
  const [changed, replacement] = [one, other].map((tokens) => tokens.slice(before, tokens.length - after))
  const isShort = (part: string[]) => part.length > 0 && part.length <= maxChangedTokens
  return isShort(changed!) && isShort(replacement!) && before + after >= shorter / 2
}

function haveOpposites(one: string[], other: string[]): boolean {
  return opposites.some(
    ([left, right]) =>
      (one.some((word) => left.includes(word)) && other.some((word) => right.includes(word))) ||
      (one.some((word) => right.includes(word)) && other.some((word) => left.includes(word))),
  )
}

const list = (words: string) => words.split(' ')

const numberWords = new Map(
  [
    'one eins first erste ersten 1st',
    'two zwei twice second zweite 2nd',
    'three drei third dritte 3rd',
    'four vier',
    'five fünf',
    'six sechs',
    'seven sieben',
  ]
    .concat(['eight acht', 'nine neun', 'ten zehn', 'eleven elf', 'twelve zwölf'])
    .flatMap((words, index) => list(words).map((word) => [word, String(index + 1)] as const)),
)
const days = new Map(
  [
    'monday montag',
    'tuesday dienstag',
    'wednesday mittwoch',
    'thursday donnerstag',
    'friday freitag',
    'saturday samstag',
    'sunday sonntag',
  ].flatMap((words) => list(words).map((word) => [word, words] as const)),
)
const months = new Set(
  list(
    'january februar february märz march april june juni july juli august september october oktober november december dezember januar',
  ),
)
const negationWords = new Set(
  list('not no never none without cannot nicht kein keine keinen nie niemals ohne'),
)
const opposites = [
  [
    'enabl on allow permit mandatory requir must activ open always',
    'disabl off forbid forbidden optional closed',
  ],
  ['enabled allowed permitted required active', 'disabled forbidden optional inactive deprecated'],
  ['before', 'after'],
  ['public', 'private internal'],
  ['erlaubt aktiv pflicht', 'verboten inaktiv freiwillig optional'],
].map(([left, right]) => [list(left!), list(right!)] as const)
const stopWords = new Set(
  list(
    'a an the and or but of to in on at by for from with as is are was were be been it its this that these those we you they he she our your their i my can will would should may do does did has have had now then only just so if when than also there all every each der die das dem den des ein eine einen einer und oder aber ist sind war wird werden wurde mit für von vom zu zum zur auf im in am an bei aus nach über es wir sie er ich unser unsere auch nur jetzt alle jede jeder jeden',
  ),
)
