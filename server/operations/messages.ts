import { z } from 'zod'

/** Sets the messages for invalid fields, for people and agents. A schema can define a more specific message. */
export function useOurWords(): void {
  z.config({ customError: (issue) => sentence(issue) })
}

/** The message for a required field that is missing. */
export const requiredMessage = 'This field is required.'

function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? requiredMessage : `Must be ${article(issue.expected)}.`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'Must not be empty.'
        : `Must ${amount(issue.origin, 'at least', issue.minimum)}.`
    case 'too_big':
      return `Must ${amount(issue.origin, 'at most', issue.maximum)}.`
    case 'invalid_value':
      return `Must be one of: ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return formats[issue.format]
    default:
      return undefined
  }
}

const formats: Record<string, string> = {
  datetime: 'Must be a time such as 2026-12-24T17:00:00Z.',
  email: 'Must be an email address.',
  uuid: 'Must be an id.',
}

function amount(origin: string, bound: string, number: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${number} characters`
  if (origin === 'array') return `have ${bound} ${number} items`
  return `be ${bound} ${number}`
}

function article(type: string): string {
  const words: Record<string, string> = {
    string: 'text',
    int: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
    file: 'a file',
  }
  return words[type] ?? `of type ${type}`
}
