const mark = '[redacted]'

/**
 * Tokens with a known shape. The list follows the public rules of gitleaks and the formats that GitHub's secret scanning
 * documents.
 */
const knownTokens = new RegExp(
  [
    // AWS, Google, Azure
    String.raw`\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}\b`,
    String.raw`\bAIza[\w-]{35}`,
    String.raw`\bya29\.[\w-]{20,}`,
    String.raw`\bAccountKey=[A-Za-z0-9+/=]{40,}`,
    // Code hosts and package registries
    String.raw`\bgh[pousr]_[A-Za-z0-9]{20,}`,
    String.raw`\bgithub_pat_\w{20,}`,
    String.raw`\bgl(?:pat|dt|rt|cbt|ptt|soat)-[\w-]{16,}`,
    String.raw`\bnpm_[A-Za-z0-9]{30,}`,
    String.raw`\bpypi-[\w-]{40,}`,
    String.raw`\bdckr_pat_[\w-]{20,}`,
    // Services
    String.raw`\bxox[abeoprs]-[\w-]{10,}`,
    String.raw`\bhooks\.slack\.com/services/[\w/]{20,}`,
    String.raw`\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,}`,
    String.raw`\bwhsec_[A-Za-z0-9+/=]{20,}`,
    String.raw`\bsk-(?:ant-|proj-)?[\w-]{20,}`,
    String.raw`\bSG\.[\w-]{16,100}\.[\w-]{16,}`,
    String.raw`\bhvs\.[\w-]{20,}`,
    String.raw`\bdop_v1_[a-f0-9]{40,}`,
    // JSON Web Tokens
    String.raw`\beyJ[\w-]{10,300}\.eyJ[\w.-]*`,
  ].join('|'),
  'g',
)

/** A password in a URL: postgres://user:password@host. */
const urlPassword = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"]{0,100}:)([^\s:/@'"${}<>]{3,200})(?=@)/gi

/** A value in quotes or after `=` that a name such as API_KEY or password introduces. */
const namedValue =
  /((?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|auth)['"\]]?\s{0,4}(?:[:=]|=>|:=)\s{0,4})(["'`]?)([^\s"'`,;(){}[\]<>$]{8,200})\2/gi

const authorization = /(\b(?:Bearer|Basic)\s+)([A-Za-z0-9+/=._~-]{16,})/g

const keyBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/
const keyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/
// A longer text after the beginning of a key isn't a key.
const maxKeyLines = 200
// Longer lines are data. A check of each of their characters would be slow.
const maxCheckedLine = 5000

/** Replaces credentials in lines of a file. The number of lines stays the same. */
export function redactSecrets(lines: string[]): string[] {
  let inKey = 0
  return lines.map((line) => {
    if (line.length > maxCheckedLine) return mark
    if (inKey > 0) {
      inKey = keyEnd.test(line) ? 0 : inKey - 1
      return mark
    }
    if (keyBegin.test(line)) {
      if (!keyEnd.test(line)) inKey = maxKeyLines
      return mark
    }
    return line
      .replace(knownTokens, mark)
      .replace(urlPassword, `$1${mark}`)
      .replace(authorization, (whole, before: string, value: string) =>
        looksRandom(value) ? before + mark : whole,
      )
      .replace(namedValue, (whole, before: string, quote: string, value: string) =>
        looksRandom(value) || (quote && isPasswordName.test(before)) ? before + quote + mark + quote : whole,
      )
  })
}

const isPasswordName = /^(?:password|passwd|pwd|secret)/i

/** Checks whether a value is random rather than a word, an identifier or a path. */
function looksRandom(value: string): boolean {
  if (value.length < 12 || !/\d/.test(value) || !/[a-z]/i.test(value)) return false
  return entropyOf(value) >= 3
}

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length
    return sum - share * Math.log2(share)
  }, 0)
}
