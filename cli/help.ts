import { type Command, commands, domains } from './commands.ts'
import { example } from './example.ts'
import type { Field } from './fields.ts'
import { pairs } from './text.ts'

/** What is typed for a command, the fields of its path first. */
function usage({ domain, action, fields }: Command): string {
  const path = fields.filter(({ place }) => place === 'path').map(({ flag }) => ` <${flag}>`)
  const needed = fields.filter(({ place, required }) => required && place !== 'path')
  return `baton ${domain} ${action}${path.join('')}${needed.map((field) => ` ${option(field)}`).join('')} [options]`
}

export function commandHelp(command: Command): string {
  const { fields } = command
  const common: [string, string][] = [
    ...(command.paged ? [['--all', 'Read every page, not only the first.'] as [string, string]] : []),
    ...(command.answers === 'file' ? [] : [['--json', 'Print the answer as JSON.'] as [string, string]]),
    ...fields.filter(({ place }) => place === 'header').map(row),
  ]
  const input = fields.filter(({ place }) => place !== 'header').map(row)
  return [
    `${usage(command)}\n`,
    command.summary,
    command.description,
    ...(input.length > 0 ? [`\nFields:\n${pairs(input)}`] : []),
    `\nOptions:\n${pairs(common)}`,
    `\nExample:\n  ${example(command)}`,
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
      .slice(0, 3)
      .map((command) => `  ${example(command)}`)
      .join('\n')}\n`,
    `"baton ${domain} <action> --help" lists the fields of an action.`,
  ].join('\n')
}

export function generalHelp(): string {
  const session = Object.entries(sessionHelp).map(([name, { summary }]): [string, string] => [name, summary])
  const rows = domains.map((domain): [string, string] => [
    domain,
    commands
      .filter((command) => command.domain === domain)
      .map(({ action }) => action)
      .join(', '),
  ])
  return `baton: Baton from the command line.

Sign in:
${pairs(session)}

Follow what happens:
${pairs([['watch', watchHelp.summary]])}

Everything else is "baton <domain> <action> [--field value …]":
${pairs(rows)}

Examples:
  baton login --url http://localhost:3000
  baton projects list
  baton tasks list --project web-shop --status todo,blocked
  baton tasks complete WEB-3 --notes "Deployed and watched for an hour."

"baton <domain> --help" and "baton <domain> <action> --help" say more. A value of - is read from standard input.
In scripts, BATON_URL and BATON_TOKEN (an API key will do) take the place of the login.
Exit codes: 0 done, 1 refused, 2 wrong command, 3 server out of reach.`
}

export const sessionHelp = {
  login: {
    summary: 'Sign in, and stay signed in on this machine.',
    help: `baton login [--url http://localhost:3000] [--email you@example.com]

Prints an address and a code: open the address in a browser, on this machine or any other, check that
the code is the same, and approve. With --email it asks for the password instead, or reads it from
standard input where there is no terminal.
The login is kept in your configuration folder, in a file that only you can read.

Examples:
  baton login
  baton login --email ada@example.com < password.txt`,
  },
  logout: {
    summary: 'Sign out: the login stops working at once.',
    help: 'baton logout\n\nSigns out on the server and forgets the login on this machine.',
  },
  whoami: {
    summary: 'Show who you are, and on which server.',
    help: 'baton whoami [--json]\n\nShows the account, the organization and the server that commands apply to.',
  },
}

export const watchHelp = {
  summary: 'Print what happens, as it happens.',
  help: `baton watch [--project web | --team core] [--cursor …] [--json]

Prints a line for every change that you may see: of a project, of a team and its projects, or of the
whole organization. It goes on until you stop it, and when the connection is lost it comes back and
prints what happened meanwhile. With --json each line is the event, as docs/events.md describes it;
--cursor begins after the event with that cursor instead of now.

Examples:
  baton watch --project web
  baton watch --json | jq -r 'select(.type == "task.completed") | .subject.key'`,
}

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

function isBlank(value: unknown): boolean {
  return (
    value === '' || value === false || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
  )
}

function plain(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)
}
