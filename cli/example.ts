import type { Command } from './commands.ts'
import { exampleArguments } from './example-arguments.ts'
import type { Field } from './fields.ts'

/** Returns an example command line. Its names come from the example organization of `npm run demo`. */
export function exampleOf(command: Command): string {
  const { id, domain, action } = command
  const words = exampleArguments[id] ?? requiredArguments(command)
  return ['baton', domain, action, words].filter(Boolean).join(' ')
}

function requiredArguments({ fields, resultType }: Command): string {
  const needed = fields.filter(({ required, name }) => required && name !== 'password')
  const words = needed.map((field) =>
    field.place === 'path'
      ? sample(field)
      : field.kind === 'flag'
        ? `--${field.flag}`
        : `--${field.flag} ${sample(field)}`,
  )
  return [...words, ...(resultType === 'file' ? ['> photo.png'] : [])].join(' ')
}

const id = '01a1e287-0c5e-7000-8f3f-a5e1dab5443b'

/** Sample values by field name. */
const samples: Record<string, string> = {
  agent: 'Builder',
  body: '"Looks good to me."',
  code: '481516',
  content: '"Run npm run seed before the checkout tests."',
  decision: 'D-1',
  doc: 'teams',
  email: 'ada@example.com',
  epic: 'WEB-16',
  feature: 'WEB-19',
  item: 'WEB-5',
  member: 'ada',
  name: '"Mobile app"',
  note: '"Release checklist"',
  organization: 'demo-organization',
  project: 'web-shop',
  provider: 'github',
  q: 'checkout',
  query: '"checkout tests"',
  question: '"Why do we round prices once?"',
  repo: 'web-shop',
  revision: '2',
  session: 'latest',
  skill: 'review-a-change',
  slug: 'release-checklist',
  spec: 'S-1',
  story: 'WEB-17',
  task: 'WEB-5',
  team: 'core',
  title: '"Offer gift cards"',
  token: '4f7c2a91',
  user: 'ada',
  userCode: 'WDJB-MJHT',
  workflow: 'standard',
}

function sample({ name, kind, choices, schema }: Field): string {
  const known = samples[name]
  if (choices.length > 0) return choices.findLast((choice) => choice !== schema.default)!
  if (known !== undefined) return known
  if (kind === 'number') return '2'
  if (kind === 'time') return '2026-12-24T17:00'
  if (kind === 'file') return 'photo.png'
  if (kind === 'json') return "'{}'"
  return id
}
