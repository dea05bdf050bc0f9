import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

describe('the sender of emails', () => {
  const sender = (environment: Record<string, string>) => {
    const { name, address } = readConfig(environment).MAIL_FROM
    return [name, address]
  }

  it('is Baton at the host of APP_URL by default', () => {
    assert.deepEqual(sender({ APP_URL: 'https://plan.example.com/baton' }), [
      'Baton',
      'baton@plan.example.com',
    ])
    // An IP address isn't an email domain.
    for (const APP_URL of ['http://10.0.0.7:3000', 'http://[::1]:3000', 'http://localhost:3000']) {
      assert.deepEqual(sender({ APP_URL }), ['Baton', 'baton@localhost'])
    }
  })

  it('is read from MAIL_FROM, with or without a name', () => {
    assert.deepEqual(sender({ MAIL_FROM: 'post@acme.example' }), ['', 'post@acme.example'])
    assert.deepEqual(sender({ MAIL_FROM: 'Acme <post@acme.example>' }), ['Acme', 'post@acme.example'])
    assert.deepEqual(sender({ MAIL_FROM: '"Acme, Inc." <post@acme.example>' }), [
      'Acme, Inc.',
      'post@acme.example',
    ])
  })

  it('is rejected with extra headers or several senders', () => {
    for (const MAIL_FROM of [
      'a@b.example, c@d.example',
      'A <a@b.example> <c@d.example>',
      'A\r\nBcc: c@d.example <a@b.example>',
      '<a@b.example',
      'a@',
    ]) {
      assert.throws(() => sender({ MAIL_FROM }), /MAIL_FROM must be an email address/, MAIL_FROM)
    }
  })
})

describe('an invalid variable', () => {
  it('is named in one sentence', () => {
    const wrong: [Record<string, string>, RegExp][] = [
      [{ PORT: 'many' }, /PORT must be a number/],
      [{ APP_URL: 'nowhere' }, /APP_URL must be an http or https URL/],
      [{ DB_CONNECTION: 'mysql' }, /DB_CONNECTION must be pglite or pgsql/],
      [{ DB_CONNECTION: 'pgsql' }, /DATABASE_URL is required/],
      [{ DB_CONNECTION: 'pgsql', DATABASE_URL: 'postgres://x/y' }, /SECRET_KEY is required/],
      [{ SECRET_KEY: 'short' }, /SECRET_KEY must have at least 32 characters/],
      [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL must be an smtp:\/\/ or smtps:\/\/ URL/],
      [{ MAIL_FROM: 'Baton' }, /MAIL_FROM must be an email address such as Baton <baton@example\.com>/],
    ]
    for (const [environment, sentence] of wrong)
      assert.throws(
        () => readConfig(environment),
        (error) =>
          error instanceof ConfigError && sentence.test(error.message) && !error.message.includes('\n'),
        String(sentence),
      )
  })
})

describe('the mail server', () => {
  it('is an smtp:// or smtps:// URL with a host', () => {
    for (const SMTP_URL of ['smtp://127.0.0.1:25', 'smtps://user:p%40ss@mail.example.com']) {
      assert.equal(readConfig({ SMTP_URL }).SMTP_URL, SMTP_URL)
    }
    for (const SMTP_URL of ['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp:mail']) {
      assert.throws(() => readConfig({ SMTP_URL }), /SMTP_URL must be an smtp/, SMTP_URL)
    }
  })
})

describe('the variables of a provider', () => {
  const client = { GITLAB_CLIENT_ID: 'id', GITLAB_CLIENT_SECRET: 'secret' }

  it('are optional', () => {
    const { GITHUB_CLIENT_ID, GOOGLE_ISSUER, GITLAB_ISSUER } = readConfig({})
    assert.deepEqual(
      [GITHUB_CLIENT_ID, GOOGLE_ISSUER, GITLAB_ISSUER],
      [undefined, 'https://accounts.google.com', 'https://gitlab.com'],
    )
  })

  it('are rejected if only one of client id and secret is set', () => {
    assert.throws(() => readConfig({ GOOGLE_CLIENT_ID: 'id' }), ConfigError)
    assert.throws(() => readConfig({ GOOGLE_CLIENT_ID: 'id' }), /GOOGLE_CLIENT_SECRET is missing/)
    assert.throws(() => readConfig({ GITLAB_CLIENT_SECRET: 'secret' }), /GITLAB_CLIENT_ID is missing/)
    assert.throws(() => readConfig({ CODEHOST_CLIENT_ID: 'id' }), /GITHUB_CLIENT_SECRET is missing/)
  })

  it('accept the aliases of the GitHub variables', () => {
    const aliases = { CODEHOST_CLIENT_ID: 'a', CODEHOST_CLIENT_SECRET: 'b' }
    const config = readConfig(aliases)
    assert.deepEqual([config.GITHUB_CLIENT_ID, config.GITHUB_CLIENT_SECRET], ['a', 'b'])
    assert.equal(readConfig({ ...aliases, GITHUB_CLIENT_ID: 'c' }).GITHUB_CLIENT_ID, 'c')
  })

  it('require https, except on this machine', () => {
    for (const issuer of [
      'https://id.example',
      'http://127.0.0.1:8080',
      'http://localhost/realm/',
      'http://[::1]',
    ])
      assert.equal(readConfig({ ...client, GITLAB_ISSUER: issuer }).GITLAB_ISSUER, issuer)
    for (const issuer of [
      'http://id.example',
      'http://127.0.0.1.example',
      'http://localhost.example',
      'ftp://x',
      'id.example',
    ])
      assert.throws(
        () => readConfig({ ...client, GITLAB_ISSUER: issuer }),
        /GITLAB_ISSUER must be an https URL/,
      )
  })
})

describe('the sign-in of MCP clients', () => {
  it('is off by default and requires https', () => {
    assert.equal(readConfig({}).MCP_OAUTH, false)
    const on = { MCP_OAUTH: 'true' }
    assert.equal(readConfig(on).MCP_OAUTH, true)
    assert.equal(readConfig({ ...on, APP_URL: 'https://baton.example' }).MCP_OAUTH, true)
    assert.throws(
      () => readConfig({ ...on, APP_URL: 'http://baton.example' }),
      /APP_URL must be an https URL/,
    )
    const separate = { APP_URL: 'https://baton.example', MCP_URL: 'http://agents.example' }
    assert.throws(() => readConfig({ ...on, ...separate }), /MCP_URL must be an https URL/)
  })
})

describe('the variables of the auth backend', () => {
  const both = { AUTH_BACKEND_URL: 'https://auth.example/auth/v1/', AUTH_BACKEND_KEY: 'key' }

  it('are optional but required together', () => {
    assert.equal(readConfig({}).AUTH_BACKEND_URL, undefined)
    assert.equal(readConfig(both).AUTH_BACKEND_URL, 'https://auth.example/auth/v1')
    const { AUTH_BACKEND_URL, AUTH_BACKEND_KEY } = both
    assert.throws(() => readConfig({ AUTH_BACKEND_URL }), /AUTH_BACKEND_KEY is missing/)
    assert.throws(() => readConfig({ AUTH_BACKEND_KEY }), /AUTH_BACKEND_URL is missing/)
    assert.throws(() => readConfig({ AUTH_BACKEND_ISSUER: 'x' }), /AUTH_BACKEND_URL is missing/)
  })

  it('require https and a long secret', () => {
    assert.throws(
      () => readConfig({ ...both, AUTH_BACKEND_URL: 'http://auth.example' }),
      /must be an https URL/,
    )
    assert.throws(() => readConfig({ ...both, AUTH_BACKEND_JWT_SECRET: 'secret' }), /at least 32 characters/)
  })
})

describe('the hosts that links can point to', () => {
  const hosts = (LINK_CHECK_HOSTS: string) => readConfig({ LINK_CHECK_HOSTS }).LINK_CHECK_HOSTS

  it('are empty by default, or a list of hosts with or without a port', () => {
    assert.deepEqual(readConfig({}).LINK_CHECK_HOSTS, [])
    assert.deepEqual(hosts('Wiki.internal, 10.0.0.7:8080,[fd00::1]:80,[fd00::2]'), [
      'wiki.internal',
      '10.0.0.7:8080',
      '[fd00::1]:80',
      '[fd00::2]',
    ])
  })

  it('are rejected if one is a URL, a network or a pattern', () => {
    for (const wrong of [
      'http://wiki',
      'wiki/page',
      '10.0.0.0/8',
      '*',
      'a b',
      'wiki:x',
      'wiki:99999',
      'me@wiki',
      '127.1',
    ])
      assert.throws(() => hosts(wrong), /LINK_CHECK_HOSTS must list hosts/, wrong)
  })
})

describe('the variables of models', () => {
  it('default to local embeddings and no language model', () => {
    const { AI_EMBEDDINGS, AI_CHAT } = readConfig({})
    assert.deepEqual([AI_EMBEDDINGS, AI_CHAT], ['local', 'off'])
  })

  for (const [name, provider, none] of [
    ['AI_EMBEDDINGS', 'openai', 'local'],
    ['AI_CHAT', 'anthropic', 'off'],
  ] as const) {
    it(`name the missing variable of ${name}`, () => {
      const read = (more: Record<string, string>) => () => readConfig({ [name]: provider, ...more })
      assert.throws(read({}), new RegExp(`${name}_MODEL is missing`))
      assert.throws(read({ [`${name}_MODEL`]: 'm' }), new RegExp(`${name}_KEY is missing`))
      assert.doesNotThrow(read({ [`${name}_MODEL`]: 'm', [`${name}_KEY`]: 'k' }))
      assert.doesNotThrow(read({ [`${name}_MODEL`]: 'm', [`${name}_URL`]: 'http://models.internal' }))
      assert.throws(read({ [name]: 'else' }), new RegExp(`${name} must be ${none}, `))
    })
    it(`reject a variable that has no effect without ${name}`, () =>
      assert.throws(() => readConfig({ [`${name}_KEY`]: 'k' }), new RegExp(`${name}_KEY has no effect`)))
    it(`require https for the key of ${name}`, () => {
      const read = (url: string) => () =>
        readConfig({ [name]: provider, [`${name}_MODEL`]: 'm', [`${name}_KEY`]: 'k', [`${name}_URL`]: url })
      assert.throws(read('http://models.example'), new RegExp(`${name}_URL must be an https URL`))
      assert.doesNotThrow(read('http://127.0.0.1:8080'))
    })
  }
})

describe('the limits of the language model', () => {
  const model = { AI_CHAT: 'openai', AI_CHAT_MODEL: 'm', AI_CHAT_KEY: 'k' }
  it('are unlimited by default', () => {
    const { AI_CHAT_MONTHLY_TOKENS, AI_CHAT_MONTHLY_TOKENS_PER_PERSON } = readConfig(model)
    assert.deepEqual([AI_CHAT_MONTHLY_TOKENS, AI_CHAT_MONTHLY_TOKENS_PER_PERSON], [undefined, undefined])
  })
  it('are whole numbers of at least 1', () => {
    const read = (tokens: string) => readConfig({ ...model, AI_CHAT_MONTHLY_TOKENS: tokens })
    assert.equal(read('5000000').AI_CHAT_MONTHLY_TOKENS, 5_000_000)
    assert.throws(() => read('0'), /AI_CHAT_MONTHLY_TOKENS must be at least 1/)
    assert.throws(() => read('1.5'), /AI_CHAT_MONTHLY_TOKENS must be a whole number/)
  })
  it('are rejected without a model of the instance', () =>
    assert.throws(
      () => readConfig({ AI_CHAT_MONTHLY_TOKENS_PER_PERSON: '5' }),
      /AI_CHAT_MONTHLY_TOKENS_PER_PERSON has no effect with AI_CHAT=off/,
    ))
  it('allow private hosts of own models without a model of the instance', () =>
    assert.deepEqual(readConfig({ AI_CHAT_HOSTS: 'Models.internal:8080' }).AI_CHAT_HOSTS, [
      'models.internal:8080',
    ]))
})

describe('the repository for issues', () => {
  it('requires a token and the form of a repository', () => {
    assert.throws(() => readConfig({ ISSUES_REPO: 'acme/baton' }), /ISSUES_TOKEN is missing/)
    assert.throws(() => readConfig({ ISSUES_REPO: 'acme', ISSUES_TOKEN: 'x' }), /such as acme\/baton/)
  })
})
