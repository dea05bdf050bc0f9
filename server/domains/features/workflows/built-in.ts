import type { EvidenceKind } from '../evidence/kinds.ts'
import type { Gate, Requirement } from './gates.ts'

export interface BuiltIn {
  slug: string
  name: string
  description: string
  gates: Gate[]
}

const evidence = (...anyOf: EvidenceKind[]): Requirement => ({
  kind: 'evidence',
  anyOf,
  count: 1,
  verified: false,
})
const verified = (...anyOf: EvidenceKind[]): Requirement => ({
  kind: 'evidence',
  anyOf,
  count: 1,
  verified: true,
})
const tasks: Requirement = { kind: 'tasks' }
const humanReview: Requirement = { kind: 'reviews', count: 1, by: 'human' }
const peerReview: Requirement = { kind: 'reviews', count: 1, by: 'anyone' }

function gate(name: string, description: string, ...requirements: Requirement[]): Gate {
  return { name, description, requirements }
}

const build = gate(
  'build',
  'Complete every linked task and add a commit or a pull request.',
  tasks,
  evidence('commit', 'pull_request'),
)
const test = gate('test', 'Add a passing test report.', verified('test_report'))
const review = gate('review', 'A person reviews the feature and approves it.', humanReview)

/** Workflows that every organization has. */
export const builtIns: readonly BuiltIn[] = [
  {
    slug: 'standard',
    name: 'Standard',
    description: 'From design to release, with tests, documentation and a review by a person.',
    gates: [
      gate('design', 'Describe what to build and link the spec.', evidence('spec')),
      build,
      test,
      gate('docs', 'Document the feature for its users.', evidence('file', 'url', 'spec', 'note')),
      review,
      gate('release', 'Release the feature to its users.', evidence('check_run', 'url', 'note')),
    ],
  },
  {
    slug: 'hotfix',
    name: 'Hotfix',
    description: 'The shortest safe path for urgent fixes.',
    gates: [build, test, review],
  },
  {
    slug: 'research',
    name: 'Research',
    description: 'A question, its findings and a review by a person.',
    gates: [
      gate(
        'question',
        'Write down the question and how to recognize the answer.',
        evidence('spec', 'url', 'note'),
      ),
      gate(
        'findings',
        'Complete the linked tasks and add the findings.',
        tasks,
        evidence('spec', 'file', 'url', 'note'),
      ),
      gate('review', 'A person reviews the findings and approves them.', humanReview),
    ],
  },
  {
    slug: 'autonomous',
    name: 'Autonomous',
    description: 'Build, test and review by a second agent or a person. No gate needs a person.',
    gates: [
      build,
      test,
      gate('review', 'Another agent or a person reviews the feature and approves it.', peerReview),
    ],
  },
]

export function builtIn(slug: string): BuiltIn | undefined {
  return builtIns.find((workflow) => workflow.slug === slug)
}
