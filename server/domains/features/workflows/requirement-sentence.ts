import { evidenceWords } from '../evidence/kinds.ts'
import type { Requirement } from './gates.ts'

/** Returns the requirement as a sentence. The dashboard uses the same function. */
export function requirementSentence(requirement: Requirement): string {
  if (requirement.kind === 'tasks') return 'Every linked task is complete or cancelled.'
  const { count } = requirement
  if (requirement.kind === 'reviews') {
    const isHuman = requirement.by === 'human'
    if (count === 1) return isHuman ? 'An approval by a signed-in person.' : 'An approval.'
    return `${count} approvals by different ${isHuman ? 'signed-in people' : 'reviewers'}.`
  }
  const { anyOf, verified } = requirement
  const each = anyOf.map((kind) => `a ${verified ? 'verified ' : ''}${evidenceWords[kind]}`).join(' or ')
  return count === 1
    ? `${each[0]!.toUpperCase()}${each.slice(1)}.`
    : `${count} pieces of evidence, each ${each}.`
}
