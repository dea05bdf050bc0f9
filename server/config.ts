import { z } from 'zod'
import {
  count,
  flag,
  hosts,
  list,
  provider,
  sender,
  url,
  word,
  isEmailDomain,
  isNetwork,
  isOrigin,
  isSafe,
  mailDomain,
  withoutSlash,
} from './config-formats.ts'
import { maxMonthlyTokens, planNames, registrationModes, secondFactorModes } from './config-choices.ts'
import { ConfigError, requireBackend, requireModel } from './config-requirements.ts'

export { ConfigError }

/** All environment variables of Baton. A wrong value stops the start with a sentence that names the variable. */
const Variables = z.object({
  APP_URL: url.optional().describe('The URL that users open in the browser.'),
  MCP_URL: url.optional().describe('The URL that agents connect to, if it differs from APP_URL.'),
  MCP_OAUTH: flag
    .default(false)
    .describe(
      'Lets MCP clients sign in with OAuth at /mcp. Some clients then ignore their configured token.',
    ),
  MCP_CLIENT_DOCUMENTS: z
    .enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' })
    .default('auto')
    .describe(
      'Whether MCP clients can identify themselves by the URL of a metadata document: always (on), never (off), ' +
        'or if this server can reach the hosts of such documents (auto). Others register themselves.',
    ),
  HOST: z.string().default('127.0.0.1').describe('The network address to listen on.'),
  PORT: count(0, 65535).default(3000).describe('The port to listen on. 0 picks a free port.'),
  DATA_DIR: z.string().default('data').describe('The folder for the embedded database and files.'),
  DB_CONNECTION: z
    .enum(['pglite', 'pgsql'], { error: 'must be pglite or pgsql' })
    .default('pglite')
    .describe('The embedded database (pglite) or a PostgreSQL server (pgsql).'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .optional()
    .describe('The URL of the PostgreSQL server. Required with DB_CONNECTION=pgsql.'),
  DATABASE_POOL: count(3, 200).default(10).describe('Maximum number of PostgreSQL connections per node.'),
  BACKUP_DIR: z
    .string()
    .optional()
    .describe('The folder for scheduled backups, preferably on another disk. Unset turns them off.'),
  BACKUP_INTERVAL: count(1, 8760).default(24).describe('Hours between scheduled backups.'),
  BACKUP_KEEP: count(1, 1000).default(7).describe('Scheduled backups to keep. Older ones are deleted.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, hostname: /./, error: 'must be a redis:// or rediss:// URL' })
    .optional()
    .describe(
      'A Redis server (6 or newer) for messages between nodes, instead of PostgreSQL. Stores no data there.',
    ),
  ATTACHMENT_SIZE: count(1, 500).default(20).describe('Maximum size of an attached file in MiB.'),
  ATTACHMENT_QUOTA: count(1, 1_000_000)
    .default(2048)
    .describe('Maximum size of all attached files of an organization in MiB.'),
  AUTO_MIGRATE: flag.default(false).describe('Whether to migrate the PostgreSQL schema at start.'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'The key that signs sessions and encrypts stored secrets. Required with pgsql. The same on every node.',
    ),
  ADMIN_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe('The email address of the first administrator.'),
  REGISTRATION: z
    .enum(registrationModes, { error: 'must be open, invitation or closed' })
    .optional()
    .describe(
      'Who can create an account: anyone (open), invited users (invitation) or no one (closed). ' +
        'Overrides the setting registration.mode, which is open by default.',
    ),
  REGISTRATION_DOMAINS: list
    .refine((all) => all.every(isEmailDomain), 'must list domains such as example.com')
    .transform((all) => all.map((domain) => domain.toLowerCase()))
    .optional()
    .describe(
      'Allowed email domains of new accounts, separated by commas. Overrides the setting registration.domains.',
    ),
  SECOND_FACTOR: z
    .enum(secondFactorModes, { error: 'must be optional or required' })
    .optional()
    .describe(
      'Whether all users need a second factor to sign in (required) or each user decides (optional). ' +
        'Overrides the setting second_factor.mode, which is optional by default.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// URL' })
    .optional()
    .describe(
      'The mail server: smtps://user:password@host for TLS, smtp://host for STARTTLS if the server offers it.',
    ),
  MAIL_FROM: sender.optional().describe('The sender of all emails. Default: Baton at the host of APP_URL.'),
  GITHUB_CLIENT_ID: word
    .optional()
    .describe('The OAuth client for sign-in with GitHub, and for connecting accounts to read repositories.'),
  GITHUB_CLIENT_SECRET: word.optional().describe('The secret of that OAuth client.'),
  CODEHOST_CLIENT_ID: word.optional().describe('An alias of GITHUB_CLIENT_ID, which takes precedence.'),
  CODEHOST_CLIENT_SECRET: word
    .optional()
    .describe('An alias of GITHUB_CLIENT_SECRET, which takes precedence.'),
  GITHUB_URL: provider
    .transform(withoutSlash)
    .default('https://github.com')
    .describe('The URL of GitHub, or of your GitHub Enterprise server.'),
  GITHUB_API_URL: provider
    .transform(withoutSlash)
    .default('https://api.github.com')
    .describe('The URL of the GitHub API. For GitHub Enterprise: its URL and /api/v3.'),
  GITHUB_ISSUER: provider.optional().describe('An OpenID Connect issuer to use instead of GitHub.'),
  ISSUES_REPO: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'must be an owner and a name, such as acme/baton')
    .optional()
    .describe('The repository at GITHUB_API_URL whose issues are linked to reported issues: acme/baton.'),
  ISSUES_TOKEN: word
    .optional()
    .describe('The access token for ISSUES_REPO, with read and write access to its issues.'),
  GOOGLE_CLIENT_ID: word.optional().describe('The OAuth client for sign-in with Google.'),
  GOOGLE_CLIENT_SECRET: word.optional().describe('The secret of that OAuth client.'),
  GOOGLE_ISSUER: provider
    .default('https://accounts.google.com')
    .describe('The OpenID Connect issuer for sign-in with Google.'),
  GITLAB_CLIENT_ID: word.optional().describe('The OAuth client for sign-in with GitLab.'),
  GITLAB_CLIENT_SECRET: word.optional().describe('The secret of that OAuth client.'),
  GITLAB_ISSUER: provider
    .default('https://gitlab.com')
    .describe('The OpenID Connect issuer for sign-in with GitLab, such as the URL of your own GitLab.'),
  AUTH_BACKEND_URL: provider
    .transform(withoutSlash)
    .optional()
    .describe('The URL of a Supabase Auth (GoTrue) server that stores the passwords instead of Baton.'),
  AUTH_BACKEND_KEY: word.optional().describe('The service role key of that server.'),
  AUTH_BACKEND_JWT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('The shared secret that it signs its tokens with. Unset, tokens are verified with its JWKS.'),
  AUTH_BACKEND_ISSUER: word.optional().describe('The issuer in its tokens. Default: AUTH_BACKEND_URL.'),
  DEFAULT_PLAN: z
    .enum(planNames, { error: 'must be free, team, business or unlimited' })
    .default('free')
    .describe(
      'The own plan of new organizations: free, team, business or unlimited. Has an effect only with BILLING_KEY.',
    ),
  BILLING_KEY: word
    .refine(
      (key) => !/^[sr]k_/.test(key),
      'must be the publishable key, because every visitor of the billing page can read it',
    )
    .optional()
    .describe(
      'The publishable key of a payment provider. Turns on the limits of plans and the billing page. Unset, nothing is limited.',
    ),
  AI_EMBEDDINGS: z
    .enum(['local', 'openai', 'ollama'], { error: 'must be local, openai or ollama' })
    .default('local')
    .describe(
      'The embedding model for search by meaning: the bundled one, which needs no network (local), or a server.',
    ),
  AI_EMBEDDINGS_URL: url
    .optional()
    .describe('The URL of that server: any with the protocol of OpenAI (up to /v1) or of Ollama.'),
  AI_EMBEDDINGS_MODEL: word
    .optional()
    .describe('The model on that server. A change recomputes all embeddings.'),
  AI_EMBEDDINGS_KEY: word.optional().describe('The API key for that server.'),
  AI_CHAT: z
    .enum(['off', 'openai', 'anthropic'], { error: 'must be off, openai or anthropic' })
    .default('off')
    .describe('The protocol of the language model that answers questions. off disables answers.'),
  AI_CHAT_URL: url
    .optional()
    .describe(
      'The URL of the language model: any server with the protocol of OpenAI (up to /v1) or of Anthropic.',
    ),
  AI_CHAT_MODEL: word.optional().describe('The name of the language model.'),
  AI_CHAT_KEY: word.optional().describe('The API key for the language model.'),
  AI_CHAT_MONTHLY_TOKENS: count(1, maxMonthlyTokens)
    .optional()
    .describe('Tokens of this model per month (UTC) for each organization. Unset: unlimited.'),
  AI_CHAT_MONTHLY_TOKENS_PER_PERSON: count(1, maxMonthlyTokens)
    .optional()
    .describe('Tokens of this model per month (UTC) for each user, in all organizations. Unset: unlimited.'),
  AI_CHAT_HOSTS: hosts('models.internal').describe(
    "Private hosts of organizations' own models, also over http, each for one port (host:port) or for all ports.",
  ),
  CORS_ORIGINS: list
    .refine((all) => all.every(isOrigin), 'must list origins such as https://app.example.com')
    .default([])
    .describe('Other web origins that can call the API, separated by commas.'),
  TRUSTED_PROXIES: list
    .refine((all) => all.every(isNetwork), 'must list addresses such as 10.0.0.1 or 10.0.0.0/8')
    .default([])
    .describe('IP addresses or networks of reverse proxies whose X-Forwarded-For header is trusted.'),
  ALLOWED_HOSTS: hosts('baton.internal').describe(
    'Additional host names that requests can use, besides those of APP_URL, MCP_URL, HOST and this machine.',
  ),
  LINK_CHECK_HOSTS: hosts('wiki.internal').describe(
    'Private hosts that evidence links can point to, each for one port (host:port) or for all ports.',
  ),
  WEBHOOK_HOSTS: hosts('ci.internal').describe(
    'Private hosts that webhooks can call, also over http, each for one port (host:port) or for all ports.',
  ),
  REPO_HOSTS: hosts('git.internal').describe(
    'Private hosts of repositories, also over http, each for one port (host:port) or for all ports.',
  ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^[\w.~+/=-]+$/, 'must consist of letters, digits and any of . ~ + / = _ -')
    .optional()
    .describe('The bearer token for /metrics. Unset turns /metrics off.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info')
    .describe('The minimum level of log messages.'),
  RATE_LIMIT_SIGN_IN: count(1, 1_000_000)
    .optional()
    .describe('Sign-ins per minute for each network and account. Overrides limits.sign_in, by default 10.'),
  RATE_LIMIT_INVITATIONS: count(1, 1_000_000)
    .default(100)
    .describe('Invitation emails per hour for each organization.'),
  RATE_LIMIT_API: count(1, 1_000_000)
    .optional()
    .describe('HTTP requests per minute for each credential. Overrides limits.api, by default 600.'),
  RATE_LIMIT_MCP: count(1, 1_000_000)
    .optional()
    .describe('MCP messages per minute for each token. Overrides limits.mcp, by default 1200.'),
  LIVE_CONNECTIONS: count(1, 1_000_000)
    .default(100)
    .describe('Open connections to the live hub per user and node.'),
  REQUEST_TIMEOUT: count(1, 600)
    .default(30)
    .describe('Maximum time in seconds for a client to send a request.'),
})

export const variables = Variables.shape
export type Config = ReturnType<typeof readConfig>

export function readConfig(environment: Record<string, string | undefined>) {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  values.GITHUB_CLIENT_ID ??= values.CODEHOST_CLIENT_ID
  values.GITHUB_CLIENT_SECRET ??= values.CODEHOST_CLIENT_SECRET
  const parsed = Variables.safeParse(values)
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
      throw new ConfigError(`${read[id] ? secret : id} is missing: set both ${id} and ${secret}.`)
  }
  if (read.ISSUES_REPO && !read.ISSUES_TOKEN)
    throw new ConfigError('ISSUES_TOKEN is missing: ISSUES_REPO requires it.')
  requireBackend(read)
  requireModel(read, 'AI_EMBEDDINGS', 'local')
  requireModel(read, 'AI_CHAT', 'off')
  const appUrl = read.APP_URL ?? `http://localhost:${read.PORT}`
  const mcpUrl = read.MCP_URL ?? appUrl
  for (const [name, address] of Object.entries({ APP_URL: appUrl, MCP_URL: mcpUrl }))
    if (read.MCP_OAUTH && !isSafe(address))
      throw new ConfigError(`${name} must be an https URL, because MCP_OAUTH sends tokens to it.`)
  return {
    ...read,
    APP_URL: appUrl,
    MCP_URL: mcpUrl,
    MAIL_FROM: read.MAIL_FROM ?? { name: 'Baton', address: `baton@${mailDomain(appUrl)}` },
  }
}
