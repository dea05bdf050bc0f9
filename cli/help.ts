import { type Command, commands, domains } from './commands.ts'
import { exampleOf } from './example.ts'
import type { Field } from './fields.ts'
import { ownCommands } from './own-commands.ts'
import { optionsOf } from './run-command.ts'
import { fieldNames, itemSchema } from './schema-path.ts'
import { pairs, terminalWidth, wrap } from './text.ts'

/** Returns the usage line of a command, with the fields of its path first. */
function usage({ domain, action, fields }: Command): string {
  const path = fields.filter(({ place }) => place === 'path').map(({ flag }) => ` <${flag}>`)
  const needed = fields.filter(({ place, required }) => required && place !== 'path')
  return `baton ${domain} ${action}${path.join('')}${needed.map((field) => ` ${option(field)}`).join('')} [options]`
}

const optionHelp: [name: string, usage: string, text: string][] = [
  ['all', '--all', 'Read every page, not only the first.'],
  ['json', '--json', 'Print the result as JSON.'],
  [
    'fields',
    '--fields <names>',
    'Choose columns, or with --json the fields of each item: key,assignee.name.',
  ],
  ['jq', '--jq <path>', 'Print only the values at a path of the JSON: .items[].key.'],
  ['web', '--web', 'Open the page in the dashboard instead, and print its URL.'],
]

export function commandHelp(command: Command): string {
  const { fields } = command
  const available = optionsOf(command)
  const options = [
    ...optionHelp
      .filter(([name]) => name in available)
      .map(([, name, text]): [string, string] => [name, text]),
    ...fields.filter(({ place }) => place === 'header').map(row),
  ]
  const input = fields.filter(({ place }) => place !== 'header').map(row)
  const returned = fieldNames(itemSchema(command.result))
  return [
    `${usage(command)}\n`,
    command.summary,
    command.description,
    ...(input.length > 0 ? [`\nFields:\n${pairs(input)}`] : []),
    ...(options.length > 0 ? [`\nOptions:\n${pairs(options)}`] : []),
    ...('fields' in available && returned.length > 0
      ? [`\nNames for --fields:\n${indented(returned.join(', '))}`]
      : []),
    `\nExample:\n  ${exampleOf(command)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

export function domainHelp(domain: string): string {
  const own = commands.filter((command) => command.domain === domain)
  const rows = own.map(({ action, summary }): [string, string] => [action, summary])
  return [
    `baton ${domain} <action> [--field value …]\n`,
    `Actions:\n${pairs(rows)}\n`,
    `Examples:\n${own
      .toSorted(byUse)
      .slice(0, 6)
      .map((command) => `  ${exampleOf(command)}`)
      .join('\n')}\n`,
    `"baton ${domain} <action> --help" lists the fields of an action.`,
  ].join('\n')
}

/** The most common actions, which are listed first. */
const common = ['list', 'get', 'create', 'update', 'complete', 'find']

function byUse(a: Command, b: Command): number {
  const rank = ({ action }: Command) => (common.indexOf(action) + common.length + 1) % (common.length + 1)
  return rank(a) - rank(b)
}

export function generalHelp(): string {
  const own = Object.entries(ownCommands).map(([name, { summary }]): [string, string] => [name, summary])
  const rows = domains.map((domain): [string, string] => [
    domain,
    commands
      .filter((command) => command.domain === domain)
      .map(({ action }) => action)
      .join(', '),
  ])
  return `baton: use Baton from the command line.

Commands:
${pairs(own)}

All operations, as "baton <domain> <action> [--field value …]":
${pairs(rows)}

Examples:
  baton login --url http://localhost:3000
  baton projects list
  baton tasks list --project web-shop --status todo,blocked
  baton tasks complete WEB-3 --notes "Deployed and watched for an hour."
  baton tasks get WEB-3 --web
  baton tasks list --assignee me --jq '.items[].key'

Help: "baton <domain> --help" and "baton <domain> <action> --help". The value - is read from standard input.
Output: --json, --fields and --jq on every command, --web where the dashboard has a page.
Scripts: set BATON_URL and BATON_TOKEN (a login or an API key) instead of "baton login".

Exit codes:
${pairs(exitCodeHelp)}`
}

const exitCodeHelp: [string, string][] = [
  ['0', 'The command succeeded.'],
  ['1', 'The server rejected the command.'],
  ['2', 'The command line is invalid. The server was not called.'],
  ['3', "The server can't be reached, isn't Baton, or failed. A retry can help."],
  ['4', 'You are not signed in, or the login is no longer valid.'],
  ['130', 'You stopped the command with Ctrl+C.'],
]

function row(field: Field): [string, string] {
  const { place, flag, required, description, choices, nullable, schema, kind } = field
  const facts = [
    description,
    choices.length > 0 ? `One of: ${choices.join(', ')}.` : '',
    kind === 'list' ? 'Separated by commas.' : '',
    nullable ? '"null" clears it.' : '',
    schema.default !== undefined && !isBlank(schema.default) ? `Default: ${plain(schema.default)}.` : '',
    required ? '(required)' : '',
  ]
  return [place === 'path' ? `<${flag}>` : option(field), facts.filter(Boolean).join(' ')]
}

function option({ flag, kind }: Field): string {
  return kind === 'flag' ? `--${flag}` : `--${flag} <${kind === 'list' ? 'a,b' : kind}>`
}

function indented(text: string): string {
  return wrap(text, Math.min(terminalWidth(), 110) - 2)
    .map((line) => `  ${line}`)
    .join('\n')
}

function isBlank(value: unknown): boolean {
  return (
    value === '' || value === false || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
  )
}

function plain(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)
}
