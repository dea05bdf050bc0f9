import { texts } from './texts.ts'

const minLength = 10

/** Returns the hint under a new password: the rule, and how many characters are missing. */
export function passwordRule(value: string) {
  const { longEnough, rule, remaining } = texts.passwordRule
  if (value.length >= minLength) return <span className="text-accent">{longEnough}</span>
  return value ? remaining(minLength, minLength - value.length) : rule(minLength)
}
