import type { EvidenceKind } from '../evidence/kinds.ts'
import type { Gate, Requirement } from './gates.ts'

export interface BuiltIn {
  slug: string
  name: string
  description: string
  gates: Gate[]
}

const evidence = (...anyOf: EvidenceKind[]): Requirement => ({
  ...{ kind: 'evidence', anyOf, count: 1, verified: false },
})
const verified = (...anyOf: EvidenceKind[]): Requirement => ({
  ...{ kind: 'evidence', anyOf, count: 1, verified: true },
})
const tasks: Requirement = { kind: 'tasks' }
const humanReview: Requirement = { kind: 'reviews', count: 1, by: 'human' }

function gate(name: string, description: string, ...requirements: Requirement[]): Gate {
  return { name, description, requirements }
}

const build = gate(
  'build',
  'Do the work: every linked task is finished, and the change is there to be read.',
  tasks,
  evidence('commit', 'pull_request'),
)
const test = gate('test', 'Show by a test report that it works.', verified('test_report'))
const review = gate('review', 'A person looks at all of it and approves.', humanReview)

/** The workflows that every organization has. */
export const builtIns: readonly BuiltIn[] = [
  {
    slug: 'standard',
    name: 'Standard',
    description: 'From a design to a release, with tests, documentation and a review by a person.',
    gates: [
      gate('design', 'Say what is to be built, and link the spec.', evidence('spec')),
      build,
      test,
      gate('docs', 'Tell those who use it how.', evidence('file', 'url', 'spec', 'note')),
      review,
      gate('release', 'Bring it to those who use it.', evidence('check_run', 'url', 'note')),
    ],
  },
  {
    slug: 'hotfix',
    name: 'Hotfix',
    description: 'The shortest safe way for what cannot wait.',
    gates: [build, test, review],
  },
  {
    slug: 'research',
    name: 'Research',
    description: 'A question, what was found, and somebody who has read it.',
    gates: [
      gate(
        'question',
        'Write down what is to be found out, and how one will know.',
        evidence('spec', 'url', 'note'),
      ),
      gate(
        'findings',
        'Look into it, finish the linked tasks, and bring what was found.',
        tasks,
        evidence('spec', 'file', 'url', 'note'),
      ),
      gate('review', 'A person reads the findings and approves.', humanReview),
    ],
  },
]

export function builtIn(slug: string): BuiltIn | undefined {
  return builtIns.find((workflow) => workflow.slug === slug)
}
