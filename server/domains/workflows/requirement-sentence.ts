import { evidenceWords } from '../evidence/kinds.ts'
import type { Requirement } from './gates.ts'

/** What a gate asks for, in a sentence: the same wherever it is told, in the dashboard too. */
export function requirementSentence(requirement: Requirement): string {
  if (requirement.kind === 'tasks') return 'Every linked task is complete or cancelled.'
  const { count } = requirement
  if (requirement.kind === 'reviews') {
    const whose = requirement.by === 'human' ? ' by a person who is signed in' : ''
    return count === 1 ? `An approval${whose}.` : `${count} approvals, each${whose || ' by somebody else'}.`
  }
  const { anyOf, verified } = requirement
  const each = anyOf.map((kind) => `a ${verified ? 'verified ' : ''}${evidenceWords[kind]}`).join(' or ')
  return count === 1
    ? `${each[0]!.toUpperCase()}${each.slice(1)}.`
    : `${count} pieces of evidence, each ${each}.`
}
