/** Languages that PostgreSQL stems and that the search detects. English is the default. */
export const textLanguages = [
  'english',
  'german',
  'french',
  'spanish',
  'italian',
  'portuguese',
  'dutch',
] as const
export type TextLanguage = (typeof textLanguages)[number]

/* Frequent short words of each language that are rare in the others. */
const frequentWords: Record<TextLanguage, string> = {
  english:
    'the and of to is are was were not with for from that this it we you our your by on at be has have do does did how what when where which who why can should must may or if as an before after never only every all',
  german:
    'der die das und nicht ist sind wird werden wurde mit für von vom zu zum zur dem den des ein eine einen einer eines auf im bei beim aus nach über unter durch ohne wer wie wo wann warum wieso weshalb welche welcher welches welchem welchen womit wofür wonach kann können darf dürfen muss müssen soll sollen haben wir uns unser unsere ich mir mich sich auch nur noch kein keine wenn weil dass oder aber ab bis am an es er sie ihr hat jede jeder jedes jeden alle man',
  french:
    'le les des est sont une dans pour pas avec sur qui que quoi où quand comment pourquoi quel quelle quels quelles nous vous notre votre ce cette ces et du au aux par plus sans être doit peut chaque',
  spanish:
    'el los las es son una para con por que qué quién cuándo dónde cómo cuál cuáles nosotros nuestro nuestra este esta estos del al sin más ser debe puede cada se lo',
  italian:
    'il gli è sono una per non con che chi quando dove come perché quale quali noi nostro nostra questo questa di del della dei nel alla senza più deve può ogni si',
  portuguese:
    'os é são uma para não com por que quem quando onde como qual quais nós nosso nossa este esta do da dos das na sem mais deve pode cada se',
  dutch:
    'het een en niet is zijn wordt worden met voor van naar op bij uit wie hoe waar wanneer waarom welke wat kan kunnen mag moet moeten wij ons onze ook alleen nog geen als omdat dat of maar elke alle',
}

const wordSets = Object.entries(frequentWords).map(
  ([language, words]) => [language as TextLanguage, new Set(words.split(' '))] as const,
)

// Enough for a reliable result. The language rarely changes within a text.
const maxWords = 200

/** Detects the language of a text by its frequent words. Returns English if no other language has more of them. */
export function languageOf(text: string): TextLanguage {
  const words =
    text
      .slice(0, 4000)
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.slice(0, maxWords) ?? []
  let best: TextLanguage = 'english'
  let most = 0
  for (const [language, frequent] of wordSets) {
    const count = words.filter((word) => frequent.has(word)).length
    if (count > most) [best, most] = [language, count]
  }
  // Umlauts decide for short texts without frequent words, such as "Urlaub Verlängerung".
  return most === 0 && /[äöüß]/i.test(text) ? 'german' : best
}
