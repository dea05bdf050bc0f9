import { variables } from '../server/config.ts'

type Name = keyof typeof variables

/** Every variable, grouped by topic in the order of the file. */
const groups: Record<string, Name[]> = {
  'URL and port': ['APP_URL', 'HOST', 'PORT', 'ALLOWED_HOSTS', 'TRUSTED_PROXIES', 'CORS_ORIGINS'],
  'Data and secrets': [
    'DATA_DIR',
    'SECRET_KEY',
    'ADMIN_EMAIL',
    'REGISTRATION',
    'REGISTRATION_DOMAINS',
    'SECOND_FACTOR',
  ],
  'PostgreSQL and Redis': ['DB_CONNECTION', 'DATABASE_URL', 'DATABASE_POOL', 'AUTO_MIGRATE', 'REDIS_URL'],
  'Scheduled backups': ['BACKUP_DIR', 'BACKUP_INTERVAL', 'BACKUP_KEEP'],
  Email: ['SMTP_URL', 'MAIL_FROM'],
  'MCP clients': ['MCP_URL', 'MCP_OAUTH', 'MCP_CLIENT_DOCUMENTS'],
  'Sign-in with GitHub': [
    'GITHUB_CLIENT_ID',
    'GITHUB_CLIENT_SECRET',
    'GITHUB_URL',
    'GITHUB_API_URL',
    'GITHUB_ISSUER',
    'CODEHOST_CLIENT_ID',
    'CODEHOST_CLIENT_SECRET',
  ] as const,
  'Sign-in with Google': ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER'],
  'Sign-in with GitLab': ['GITLAB_CLIENT_ID', 'GITLAB_CLIENT_SECRET', 'GITLAB_ISSUER'],
  'External auth backend': [
    'AUTH_BACKEND_URL',
    'AUTH_BACKEND_KEY',
    'AUTH_BACKEND_JWT_SECRET',
    'AUTH_BACKEND_ISSUER',
  ] as const,
  'Issues at the code host': ['ISSUES_REPO', 'ISSUES_TOKEN'],
  Embeddings: ['AI_EMBEDDINGS', 'AI_EMBEDDINGS_URL', 'AI_EMBEDDINGS_MODEL', 'AI_EMBEDDINGS_KEY'],
  'Language model': [
    'AI_CHAT',
    'AI_CHAT_URL',
    'AI_CHAT_MODEL',
    'AI_CHAT_KEY',
    'AI_CHAT_MONTHLY_TOKENS',
    'AI_CHAT_MONTHLY_TOKENS_PER_PERSON',
    'AI_CHAT_HOSTS',
  ],
  'Plans and billing': ['DEFAULT_PLAN', 'BILLING_KEY'],
  'Private hosts': ['LINK_CHECK_HOSTS', 'WEBHOOK_HOSTS', 'REPO_HOSTS'],
  'Logs and metrics': ['LOG_LEVEL', 'METRICS_TOKEN'],
  Limits: [
    'RATE_LIMIT_SIGN_IN',
    'RATE_LIMIT_INVITATIONS',
    'RATE_LIMIT_API',
    'RATE_LIMIT_MCP',
    'LIVE_CONNECTIONS',
    'REQUEST_TIMEOUT',
    'ATTACHMENT_SIZE',
    'ATTACHMENT_QUOTA',
  ] as const,
}

/** Variables that only compose.yaml reads. Baton itself ignores them. */
export const composeVariables = {
  POSTGRES_PASSWORD:
    'Password of the PostgreSQL service. Letters and digits only, for example from "openssl rand -hex 24".',
}

/** Returns `.env.example`: every variable, commented out, with its description and its default. */
export function envExample(): string {
  const grouped = new Set(Object.values(groups).flat())
  const missing = (Object.keys(variables) as Name[]).filter((name) => !grouped.has(name))
  if (missing.length > 0) throw new Error(`Add ${missing.join(', ')} to a group in env-example.ts.`)
  return [
    '# Settings of Baton. Copy this file to .env and uncomment the lines that you change.',
    '# npm start, the other npm commands and compose.yaml read .env. Variables of the environment override it.',
    '# Generated from server/config.ts by "npm run contract".',
    ...Object.entries(groups).flatMap(([title, names]) => [
      ...heading(title),
      ...names.flatMap((name) => entry(name, variables[name].description ?? '', defaultOf(name))),
    ]),
    ...heading('Docker Compose'),
    ...Object.entries(composeVariables).flatMap(([name, description]) => entry(name, description, '')),
    '',
  ].join('\n')
}

/** Returns a variable's default as written in a file, or an empty text if it has none. */
export function defaultOf(name: Name): string {
  const initial: unknown = variables[name].safeParse(undefined).data
  return initial === undefined || (Array.isArray(initial) && initial.length === 0) ? '' : String(initial)
}

function heading(title: string): string[] {
  return ['', `# --- ${title} ---`]
}

function entry(name: string, description: string, value: string): string[] {
  return ['', `# ${description}`, `#${name}=${value}`]
}
