import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redactSecrets } from './redact-secrets.ts'
import { skipByPath } from './skip-by-path.ts'

// Built from pieces, so that scanners of this repository don't report them.
const made = (...pieces: string[]) => pieces.join('')
const random = 'q7Rk2Vb9Xz4Lm8Tp1Wc6'

describe('credentials in files', () => {
  it('are replaced in a line, and the rest of the line stays', () => {
    const secrets = [
      made('AKIA', 'IOSFODNN7EXAMPLE'),
      made('ghp_', random, random),
      made('github_pat_', random, random),
      made('glpat-', random),
      made('xoxb-', '123456789012-', random),
      made('sk_live_', random),
      made('sk-ant-', random, random),
      made('AIza', random, random.slice(0, 15)),
      made('npm_', random, random),
      made('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.', random),
    ]
    for (const secret of secrets)
      assert.deepEqual(redactSecrets([`const client = connect(${secret})`]), [
        'const client = connect([redacted])',
      ])
    assert.deepEqual(redactSecrets([`url: postgres://shop:${random}@db/shop`]), [
      'url: postgres://shop:[redacted]@db/shop',
    ])
    assert.deepEqual(redactSecrets([`API_KEY=${random}`]), ['API_KEY=[redacted]'])
    assert.deepEqual(redactSecrets(["password: 'hunter22',"]), ["password: '[redacted]',"])
    assert.deepEqual(redactSecrets([`Authorization: Bearer ${random}`]), ['Authorization: Bearer [redacted]'])
  })

  it('are replaced in private keys of several lines, and the number of lines stays', () => {
    const key = [
      made('-----BEGIN RSA ', 'PRIVATE KEY-----'),
      random,
      random,
      made('-----END RSA ', 'PRIVATE KEY-----'),
    ]
    assert.deepEqual(redactSecrets(['a', ...key, 'b']), ['a', ...key.map(() => '[redacted]'), 'b'])
  })

  it('are not confused with code', () => {
    const code = [
      'const token = await readToken(request)',
      'password: config.DATABASE_PASSWORD,',
      'if (secret === undefined) return reject("no secret")',
      'const key = `user:${id}`',
      "import { tokenOf } from './token-of-repository.ts'",
      'https://example.com/a:b/c@2',
      'const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
    ]
    assert.deepEqual(redactSecrets(code), code)
  })

  it('keep files that usually contain them out of the index', () => {
    const reasonOf = (path: string) => skipByPath({ mode: '100644', type: 'blob', id: '0', path })
    for (const path of [
      '.env',
      'app/.env.production',
      'keys/server.pem',
      '.npmrc',
      'id_ed25519',
      'config/secrets.yml',
      'a/credentials.json',
      'terraform.tfstate',
    ])
      assert.equal(reasonOf(path), 'secret', path)
    for (const path of ['.env.example', 'src/secrets.ts', 'src/keyboard.ts', 'docs/credentials.md'])
      assert.equal(reasonOf(path), undefined, path)
    for (const path of ['node_modules/a/index.js', 'web/vendor/jquery.js', 'dist/main.js'])
      assert.equal(reasonOf(path), 'vendored', path)
    for (const path of ['package-lock.json', 'Cargo.lock', 'app.min.js', 'api_pb2.py', 'main.js.map'])
      assert.equal(reasonOf(path), 'generated', path)
  })
})
