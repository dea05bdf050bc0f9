import type { Exceeded } from './reserve-tokens.ts'

/** Returns the sentence for a rejected reservation: which limit is reached, and what to do. */
export function explainExceeded({ exceeded, resetsAt }: Exceeded): string {
  const wait = `Ask again after ${resetsAt.slice(0, 10)} (UTC)`
  return `${limits[exceeded]} ${wait}${alternatives[exceeded]}`
}

const limits: Record<Exceeded['exceeded'], string> = {
  person: 'The remaining tokens of your monthly limit are too few for an answer.',
  organization: "The remaining tokens of your organization's monthly limit are too few for an answer.",
  instance: 'The remaining tokens that the operator allows per month are too few for an answer.',
}

const alternatives: Record<Exceeded['exceeded'], string> = {
  person: ', or ask an admin to raise the limit under Organization > AI.',
  organization: ', or ask an admin to raise the limit under Organization > AI.',
  instance: ', or ask an admin to connect an own language model under Organization > AI.',
}
