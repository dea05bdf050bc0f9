import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, startOwnServer } from '../../../test/harness.ts'
import { addPasskey } from '../../../test/partners/authenticator.ts'
import { addMember } from '../../../test/world.ts'
import { signUp } from '../../../test/sign-up.ts'
import { sql } from '../../database/sql.ts'

const password = 'a password no one has guessed'
const addressAt = (domain: string) => `newcomer-${randomUUID().slice(0, 8)}@${domain}`

describe('instance settings', () => {
  let server: TestServer
  let admin: Person
  before(async () => {
    server = await startOwnServer(undefined, { RATE_LIMIT_API: '' })
    admin = await server.register('Admin')
  })
  after(() => server.stop())

  const set = (key: string, value: unknown) => admin.call('admin.updateSetting', { key, value })
  const register = (email: string) => signUp(server.anonymous, { name: 'Newcomer', email, password })

  it('limits registration to people with an invitation', async () => {
    await set('registration.mode', 'invitation')
    await assert.rejects(register(addressAt('example.com')), { status: 403, code: 'invitation_needed' })
    const options = await server.anonymous('accounts.getSignInOptions', {})
    assert.deepEqual([options.registration, options.registrationMode], [false, 'invitation'])
    await set('registration.mode', 'open')
    await register(addressAt('example.com'))
  })

  it('closes registration for everyone, and keeps existing accounts', async () => {
    const member = await server.register('Member')
    await set('registration.mode', 'closed')
    await assert.rejects(register(addressAt('example.com')), { status: 403, code: 'registration_closed' })
    await server.anonymous('accounts.logIn', { email: member.email, password: member.password })
    await set('registration.mode', 'open')
  })

  it('limits new accounts to the allowed email domains', async () => {
    await set('registration.domains', ['Example.ORG', 'acme.example.com'])
    const rejection = { status: 403, code: 'email_domain_refused' }
    for (const domain of ['example.com', 'sub.example.org', 'evil-example.org', 'example.org.evil.com'])
      await assert.rejects(register(addressAt(domain)), rejection)
    await register(addressAt('EXAMPLE.org'))
    const { registration, registrationDomains } = await server.anonymous('accounts.getSignInOptions', {})
    assert.deepEqual([registration, registrationDomains], [true, ['example.org', 'acme.example.com']])
    await set('registration.domains', [])
  })

  it('rejects unknown keys and values that do not fit', async () => {
    await assert.rejects(set('no.setting', 'x'), { status: 404, code: 'not_found' })
    const invalid = { status: 400, code: 'invalid_input' }
    await assert.rejects(set('registration.mode', 'sometimes'), invalid)
    await assert.rejects(set('registration.mode', ['open']), invalid)
    await assert.rejects(set('registration.domains', 'example.com'), invalid)
    await assert.rejects(set('registration.domains', ['not a domain']), invalid)
    await assert.rejects(set('instance.name', ' '), invalid)
    const sentences: [key: string, value: unknown, sentence: RegExp][] = [
      ['instance.color', 'red', /Enter a color such as #0f766e/],
      ['instance.support_email', 'nobody', /Enter an email address/],
      ['legal.terms_url', 'javascript:alert(1)', /Enter an http or https URL/],
      ['features.contact', 'yes', /true or false/],
      ['limits.api', 0, /Enter at least 1/],
      ['limits.api', 1.5, /whole number/],
      ['sign_in.methods', [], /Choose at least one sign-in method/],
      ['sign_in.methods', ['fax'], /./],
    ]
    for (const [key, value, sentence] of sentences)
      await assert.rejects(set(key, value), ({ errors }: { errors: { message: string }[] }) => {
        assert.match(errors[0]!.message, sentence)
        return true
      })
  })

  it('lists every setting with its texts, and seeds only missing ones', async () => {
    const { items } = await admin.call('admin.listSettings', {})
    for (const { key, title, description, value, control, options } of items) {
      assert.ok(title && description.endsWith('.'), key)
      assert.equal(control.startsWith('choice'), options.length > 0, key)
      assert.deepEqual((await admin.call('admin.getSetting', { key })).value, value)
    }
    await set('instance.support_email', 'help@example.com')
    await server.app.database.run(
      sql`delete from settings where key in ('instance.color', 'features.contact')`,
    )
    assert.deepEqual(await admin.call('admin.seedSettings', {}), {
      added: ['features.contact', 'instance.color'],
      kept: items.length - 2,
    })
    assert.deepEqual(await admin.call('admin.seedSettings', {}), { added: [], kept: items.length })
    const { value } = await admin.call('admin.getSetting', { key: 'instance.support_email' })
    assert.equal(value, 'help@example.com')
    await set('instance.support_email', '')
  })

  it('rejects sign-in methods that are off, and keeps one that works for the administrator', async () => {
    const all = (await admin.call('admin.getSetting', { key: 'sign_in.methods' })).value
    await assert.rejects(set('sign_in.methods', ['github', 'passkey', 'code']), { code: 'invalid_input' })
    const { authenticator } = await addPasskey(server, admin)
    await set('sign_in.methods', ['passkey'])
    const { email } = admin
    const off = { status: 403, code: 'sign_in_method_off' }
    await assert.rejects(server.anonymous('accounts.logIn', { email, password: admin.password }), off)
    await assert.rejects(register(addressAt('example.com')), off)
    await assert.rejects(server.anonymous('accounts.forgotPassword', { email }), off)
    await assert.rejects(server.anonymous('otp.send', { email }), off)
    await assert.rejects(server.anonymous('magicLinks.send', { email }), off)
    const options = await server.anonymous('accounts.getSignInOptions', {})
    assert.deepEqual(
      [options.password, options.code, options.magicLink, options.passkey],
      [false, false, false, true],
    )
    const response = authenticator.get(await server.anonymous('passkeys.beginAuthentication', {}))
    await server.anonymous('passkeys.finishAuthentication', { response })

    await set('sign_in.methods', ['password'])
    await assert.rejects(server.anonymous('passkeys.beginAuthentication', {}), off)
    await set('sign_in.methods', all)
  })

  it('hides limits from the public', async () => {
    await assert.rejects(server.anonymous('publicSettings.get', { key: 'limits.api' }), { status: 404 })
    const { value } = await server.anonymous('publicSettings.get', { key: 'features.contact' })
    assert.equal(value, false)
  })

  it('records each change once, with both values', async () => {
    await set('instance.name', 'Relay')
    await set('instance.name', 'Relay')
    const { value } = await server.anonymous('publicSettings.get', { key: 'instance.name' })
    assert.equal(value, 'Relay')
    const rows = await server.app.database.run(
      sql`select actor->>'name' as by, changes from journal where type = 'setting.updated' and subject_key = 'instance.name'`,
    )
    assert.deepEqual(rows, [{ by: 'Admin', changes: { value: { from: 'Baton', to: 'Relay' } } }])
  })

  it('rejects members and API keys of administrators', async () => {
    const member = await addMember(server, admin, 'owner')
    const key = await admin.call('credentials.createApiKey', {
      name: 'x',
      scopes: ['read', 'write', 'admin'],
    })
    const change = { key: 'registration.mode', value: 'closed' }
    await assert.rejects(member.call('admin.updateSetting', change), { code: 'administrators_only' })
    await assert.rejects(member.call('admin.getSetting', { key: change.key }), {
      code: 'administrators_only',
    })
    await assert.rejects(server.client(key.value)('admin.updateSetting', change), {
      code: 'session_needed',
    })
  })
})

describe('instance settings from environment variables', () => {
  let server: TestServer
  before(async () => {
    server = await startOwnServer(undefined, { REGISTRATION: 'closed', REGISTRATION_DOMAINS: 'Example.org' })
  })
  after(() => server.stop())

  it('admits the first account and rejects changes to a fixed setting', async () => {
    assert.equal((await server.anonymous('accounts.getSignInOptions', {})).registration, true)
    const admin = await server.register('Admin')
    assert.equal(admin.user.role, 'admin')
    await assert.rejects(server.register('Bob'), { code: 'registration_closed' })
    const shown = await admin.call('admin.getSetting', { key: 'registration.domains' })
    assert.deepEqual([shown.value, shown.variable], [['example.org'], 'REGISTRATION_DOMAINS'])
    await assert.rejects(admin.call('admin.updateSetting', { key: 'registration.mode', value: 'open' }), {
      status: 409,
      code: 'fixed_setting',
      message: /REGISTRATION/,
    })
    const { value } = await server.anonymous('publicSettings.get', { key: 'registration.mode' })
    assert.equal(value, 'closed')
  })

  it('admits the address of ADMIN_EMAIL despite closed registration', async () => {
    const boss = await startOwnServer(undefined, { REGISTRATION: 'closed', ADMIN_EMAIL: 'boss@example.com' })
    try {
      const register = (email: string) => signUp(boss.anonymous, { name: 'Boss', email, password })
      await assert.rejects(register('other@example.com'), { code: 'registration_closed' })
      assert.equal((await register('Boss@example.com')).user.role, 'user')
    } finally {
      await boss.stop()
    }
  })
})
