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

// The similarity is that of the first parts of two texts, which are never longer.
const maxLength = 3200

/** Returns whether two statements of this similarity in meaning probably contradict each other. */
export function contradicts(one: Statement, other: Statement, similarity: number): boolean {
  if (similarity < minSimilarity || areDisjoint(one.words, other.words)) return false
  if (one.isNegated !== other.isNegated && similarity >= minSimilarityForNegation) return true
  const onlyOne = wordsOnlyIn(one, other)
  const onlyOther = wordsOnlyIn(other, one)
  if (haveOpposites(onlyOne, onlyOther)) return true
  // Texts that each have several words of their own are probably about two subjects, such as two kinds of keys.
  const isSameSubject =
    Math.min(onlyOne.size, onlyOther.size) <= 1 || similarity >= minSimilarityForOtherWords
  if (isSameSubject && haveDifferentValues(one, other)) return true
  return similarity >= minSimilarityForNames && isOneNameReplaced(one, other)
}

/** A text, analyzed once for its comparisons with others. */
export interface Statement {
  tokens: string[]
  /** Words without stop words and values, in a simple base form. */
  words: ReadonlySet<string>
  /** Values by unit: "30 days" is 30 of "day". Weekdays and months are units of their own. */
  values: ReadonlyMap<string, ReadonlySet<string>>
  isNegated: boolean
}

export function analyze(text: string): Statement {
  const start = text.slice(0, maxLength).toLowerCase()
  const tokens = start.match(/[\p{L}\p{N}]+(?:[.:_-][\p{L}\p{N}]+)*/gu) ?? []
  const values = new Map<string, Set<string>>()
  const addValue = (unit: string, value: string) =>
    values.set(unit, (values.get(unit) ?? new Set()).add(value))
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
  return { tokens, words, values, isNegated: negations % 2 === 1 }
}

function haveDifferentValues(one: Statement, other: Statement): boolean {
  return [...one.values].some(([unit, values]) => {
    const others = other.values.get(unit)
    return others !== undefined && areDisjoint(values, others)
  })
}

function areDisjoint(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].every((each) => !other.has(each))
}

function wordsOnlyIn(one: Statement, other: Statement): ReadonlySet<string> {
  return new Set([...one.words].filter((word) => !other.words.has(word)))
}

/** Returns whether both texts are the same except for one or two words at the same place. */
function isOneNameReplaced({ tokens: one }: Statement, { tokens: other }: Statement): boolean {
  const shorter = Math.min(one.length, other.length)
  let before = 0
  while (before < shorter && one[before] === other[before]) before++
  let after = 0
  while (after < shorter - before && one.at(-1 - after) === other.at(-1 - after)) after++
  const [changed, replacement] = [one, other].map((tokens) => tokens.slice(before, tokens.length - after))
  const isShort = (part: string[]) => part.length > 0 && part.length <= maxChangedTokens
  return isShort(changed!) && isShort(replacement!) && before + after >= shorter / 2
}

function haveOpposites(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const hasAny = (words: ReadonlySet<string>, some: string[]) => some.some((word) => words.has(word))
  return opposites.some(
    ([left, right]) =>
      (hasAny(one, left) && hasAny(other, right)) || (hasAny(one, right) && hasAny(other, left)),
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
