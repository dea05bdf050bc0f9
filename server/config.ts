import { z } from 'zod'
import { count, flag, hosts, list, provider, sender, url, word } from './config-fields.ts'
import { isEmailDomain, isNetwork, isOrigin, isSafe, mailDomain, withoutSlash } from './config-formats.ts'
import { registrationModes } from './domains/accounts/registration-modes.ts'
import { secondFactorModes } from './domains/second-factor/modes.ts'
import { planNames } from './domains/organizations/plan-names.ts'
import { OperatorError } from './platform/operator-error.ts'

/** Every variable Baton reads, in one place. A wrong one stops the start with a sentence that names it. */
const Variables = z.object({
  APP_URL: url.optional().describe('The address people open in the browser.'),
  MCP_URL: url.optional().describe('The address agents connect to, when it differs from APP_URL.'),
  MCP_OAUTH: flag
    .default(false)
    .describe(
      'Lets MCP clients sign in with OAuth at /mcp. Some then ignore the token they are configured with.',
    ),
  HOST: z.string().default('127.0.0.1').describe('The network address to listen on.'),
  PORT: count(0, 65535).default(3000).describe('The port to listen on; 0 picks a free one.'),
  DATA_DIR: z.string().default('data').describe('The folder of the embedded database and of files.'),
  DB_CONNECTION: z
    .enum(['pglite', 'pgsql'], { error: 'must be pglite or pgsql' })
    .default('pglite')
    .describe('The embedded database (pglite) or a PostgreSQL server (pgsql).'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe('The PostgreSQL server, with DB_CONNECTION=pgsql.'),
  DATABASE_POOL: count(3, 200).default(10).describe('Connections a node keeps to PostgreSQL.'),
  BACKUP_DIR: z
    .string()
    .optional()
    .describe('The folder for scheduled backups, preferably on another disk. Unset turns them off.'),
  BACKUP_INTERVAL: count(1, 8760).default(24).describe('Hours between two scheduled backups.'),
  BACKUP_KEEP: count(1, 1000).default(7).describe('Scheduled backups to keep. Older ones are deleted.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, hostname: /./, error: 'must be a redis:// or rediss:// address' })
    .optional()
    .describe(
      'A Redis (6 or newer) that carries notices between nodes in place of PostgreSQL. It stores nothing.',
    ),
  AUTO_MIGRATE: flag.default(false).describe('Bring an old PostgreSQL schema up to date at start.'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Signs sessions and encrypts stored secrets. Required with pgsql; the same on every node.'),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional().describe('Who becomes administrator.'),
  REGISTRATION: z
    .enum(registrationModes, { error: 'must be open, invitation or closed' })
    .optional()
    .describe(
      'Who can create an account: anyone (open), people with an invitation (invitation) or no one (closed). ' +
        'Overrides the setting registration.mode, which is open by default.',
    ),
  REGISTRATION_DOMAINS: list
    .refine((all) => all.every(isEmailDomain), 'must list domains such as example.com')
    .transform((all) => all.map((domain) => domain.toLowerCase()))
    .optional()
    .describe(
      'The only email domains of new accounts, separated by commas. Overrides the setting registration.domains.',
    ),
  SECOND_FACTOR: z
    .enum(secondFactorModes, { error: 'must be optional or required' })
    .optional()
    .describe(
      'Whether everyone needs a second factor to sign in (required) or each user decides (optional). ' +
        'Overrides the setting second_factor.mode, which is optional by default.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// address' })
    .optional()
    .describe('The mail server: smtps://user:password@host for TLS, smtp://host to ask for it.'),
  MAIL_FROM: sender
    .optional()
    .describe('The sender of every mail: Baton at the host of APP_URL, unless it is set.'),
  GITHUB_CLIENT_ID: word.optional().describe('The OAuth client with which people sign in at GitHub.'),
  GITHUB_CLIENT_SECRET: word.optional().describe('The secret of that client.'),
  CODEHOST_CLIENT_ID: word.optional().describe('Another name of GITHUB_CLIENT_ID, which goes before it.'),
  CODEHOST_CLIENT_SECRET: word
    .optional()
    .describe('Another name of GITHUB_CLIENT_SECRET, which goes before it.'),
  GITHUB_URL: provider
    .transform(withoutSlash)
    .default('https://github.com')
    .describe('Where people sign in at GitHub: the address of GitHub Enterprise, where there is one.'),
  GITHUB_API_URL: provider
    .transform(withoutSlash)
    .default('https://api.github.com')
    .describe('The API that belongs to it: with GitHub Enterprise its address and /api/v3.'),
  GITHUB_ISSUER: provider
    .optional()
    .describe('An OpenID Connect issuer that stands in for GitHub, which has none for people.'),
  GOOGLE_CLIENT_ID: word.optional().describe('The OAuth client with which people sign in at Google.'),
  GOOGLE_CLIENT_SECRET: word.optional().describe('The secret of that client.'),
  GOOGLE_ISSUER: provider
    .default('https://accounts.google.com')
    .describe('The OpenID Connect issuer that is asked.'),
  GITLAB_CLIENT_ID: word.optional().describe('The OAuth client with which people sign in at GitLab.'),
  GITLAB_CLIENT_SECRET: word.optional().describe('The secret of that client.'),
  GITLAB_ISSUER: provider
    .default('https://gitlab.com')
    .describe('The OpenID Connect issuer that is asked: the address of your own GitLab, where there is one.'),
  AUTH_BACKEND_URL: provider
    .transform(withoutSlash)
    .optional()
    .describe('A server that speaks the protocol of Supabase Auth (GoTrue), to keep the passwords.'),
  AUTH_BACKEND_KEY: word.optional().describe('The service role key of that server.'),
  AUTH_BACKEND_JWT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'What it signs its tokens with, if that is a shared secret. Else they are checked by its JWKS.',
    ),
  AUTH_BACKEND_ISSUER: word
    .optional()
    .describe('What it calls itself in its tokens: AUTH_BACKEND_URL, unless it is set.'),
  DEFAULT_PLAN: z
    .enum(planNames, { error: 'must be free, team, business or unlimited' })
    .default('unlimited')
    .describe('The plan of organizations that are made from now on: free, team, business or unlimited.'),
  BILLING_KEY: word
    .refine(
      (key) => !/^[sr]k_/.test(key),
      'must be the publishable key: everybody who opens the page sees it',
    )
    .optional()
    .describe(
      'The publishable key of a payment provider. It switches the billing page on, and nothing else.',
    ),
  AI_EMBEDDINGS: z
    .enum(['local', 'openai', 'ollama'], { error: 'must be local, openai or ollama' })
    .default('local')
    .describe(
      'What compares texts by their meaning: a model that comes with Baton and needs no network (local), or a server.',
    ),
  AI_EMBEDDINGS_URL: url
    .optional()
    .describe('Where that server is: any that speaks the protocol of OpenAI (up to /v1) or of Ollama.'),
  AI_EMBEDDINGS_MODEL: word.optional().describe('Its model. When it changes, everything is embedded anew.'),
  AI_EMBEDDINGS_KEY: word.optional().describe('The key for that server.'),
  AI_CHAT: z
    .enum(['off', 'openai', 'anthropic'], { error: 'must be off, openai or anthropic' })
    .default('off')
    .describe('The protocol of the language model that answers questions, if there is to be one.'),
  AI_CHAT_URL: url
    .optional()
    .describe('Where it is: any server that speaks the protocol of OpenAI (up to /v1) or of Anthropic.'),
  AI_CHAT_MODEL: word.optional().describe('Its name.'),
  AI_CHAT_KEY: word.optional().describe('The key for it.'),
  CORS_ORIGINS: list
    .refine((all) => all.every(isOrigin), 'must list origins such as https://app.example.com')
    .default([])
    .describe('Other web origins that may call the API, separated by commas.'),
  TRUSTED_PROXIES: list
    .refine((all) => all.every(isNetwork), 'must list addresses such as 10.0.0.1 or 10.0.0.0/8')
    .default([])
    .describe('Addresses of reverse proxies whose X-Forwarded-For counts.'),
  ALLOWED_HOSTS: hosts('baton.internal').describe(
    'Further host names that requests can use, besides those of APP_URL, MCP_URL, HOST and this machine.',
  ),
  LINK_CHECK_HOSTS: hosts('wiki.internal').describe(
    'Hosts in private networks that links given as evidence may lead to, each with a port or for all of them.',
  ),
  WEBHOOK_HOSTS: hosts('ci.internal').describe(
    'Hosts in private networks that webhooks may lead to, over http too, each with a port or for all of them.',
  ),
  REPO_HOSTS: hosts('git.internal').describe(
    'Hosts in private networks that repositories may be read from, over http too, each with a port or for all of them.',
  ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^[\w.~+/=-]+$/, 'must consist of letters, digits and any of . ~ + / = _ -')
    .optional()
    .describe('The bearer token with which a scraper reads /metrics. Without it, /metrics is off.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info')
    .describe('How much is logged.'),
  RATE_LIMIT_SIGN_IN: count(1, 1_000_000)
    .default(10)
    .describe('Sign-in attempts a minute, for each client network and each account.'),
  RATE_LIMIT_INVITATIONS: count(1, 1_000_000)
    .default(100)
    .describe('Invitations that an organization mails in an hour.'),
  RATE_LIMIT_API: count(1, 1_000_000).default(600).describe('HTTP requests a minute for each credential.'),
  RATE_LIMIT_MCP: count(1, 1_000_000).default(1200).describe('MCP messages a minute for each token.'),
  LIVE_CONNECTIONS: count(1, 1_000_000)
    .default(100)
    .describe('Connections to the live hub that one person may hold open at a node.'),
  REQUEST_TIMEOUT: count(1, 600).default(30).describe('Seconds a client may take to send a request.'),
})

export const variables = Variables.shape
export type Config = ReturnType<typeof readConfig>

export class ConfigError extends OperatorError {}

export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  given.GITHUB_CLIENT_ID ??= given.CODEHOST_CLIENT_ID
  given.GITHUB_CLIENT_SECRET ??= given.CODEHOST_CLIENT_SECRET
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)
    throw new ConfigError(lines.join('\n'))
  }
  const read = parsed.data
  if (read.DB_CONNECTION === 'pgsql') {
    if (!read.DATABASE_URL) throw new ConfigError('DATABASE_URL is required with DB_CONNECTION=pgsql.')
    if (!read.SECRET_KEY) throw new ConfigError('SECRET_KEY is required with DB_CONNECTION=pgsql.')
  }
  for (const name of ['GITHUB', 'GOOGLE', 'GITLAB'] as const) {
    const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const
    if (!read[id] !== !read[secret])
      throw new ConfigError(`${read[id] ? secret : id} is missing: ${id} and ${secret} are set together.`)
  }
  requireBackend(read)
  requireModel(read, 'AI_EMBEDDINGS', 'local')
  requireModel(read, 'AI_CHAT', 'off')
  const appUrl = read.APP_URL ?? `http://localhost:${read.PORT}`
  const mcpUrl = read.MCP_URL ?? appUrl
  for (const [name, address] of Object.entries({ APP_URL: appUrl, MCP_URL: mcpUrl }))
    if (read.MCP_OAUTH && !isSafe(address))
      throw new ConfigError(`${name} must be an https address: with MCP_OAUTH tokens travel there.`)
  return {
    ...read,
    APP_URL: appUrl,
    MCP_URL: mcpUrl,
    MAIL_FROM: read.MAIL_FROM ?? { name: 'Baton', address: `baton@${mailDomain(appUrl)}` },
  }
}

function requireBackend(read: z.output<typeof Variables>): void {
  const set = Object.keys(read).filter((name) => name.startsWith('AUTH_BACKEND_'))
  for (const name of ['AUTH_BACKEND_URL', 'AUTH_BACKEND_KEY'] as const)
    if (set.length > 0 && !read[name]) throw new ConfigError(`${name} is missing: ${set[0]} needs it.`)
}

// Their own servers want a key; one of yours may not.
const wantKeys = ['openai', 'anthropic']

function requireModel(
  read: z.output<typeof Variables>,
  name: 'AI_EMBEDDINGS' | 'AI_CHAT',
  none: 'local' | 'off',
): void {
  const [url, model, key] = [`${name}_URL`, `${name}_MODEL`, `${name}_KEY`] as const
  const set = [url, model, key].find((each) => read[each] !== undefined)
  if (read[name] === none) {
    if (set) throw new ConfigError(`${set} has no effect with ${name}=${none}: set ${name}, or remove it.`)
    return
  }
  if (read[key] && read[url] && !isSafe(read[url]))
    throw new ConfigError(`${url} must be an https address: ${key} would be readable on its way.`)
  if (!read[model]) throw new ConfigError(`${model} is missing: ${name}=${read[name]} needs it.`)
  if (wantKeys.includes(read[name]) && !read[url] && !read[key])
    throw new ConfigError(
      `${key} is missing: ${name}=${read[name]} needs it, or ${url} of a server of yours.`,
    )
}
