import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'

describe('the sender of mails', () => {
  const sender = (environment: Record<string, string>) => {
    const { name, address } = readConfig(environment).MAIL_FROM
    return [name, address]
  }

  it('is Baton at the host that people know', () => {
    assert.deepEqual(sender({ APP_URL: 'https://plan.example.com/baton' }), [
      'Baton',
      'baton@plan.example.com',
    ])
    // An address of the network is no domain of mail.
    for (const APP_URL of ['http://10.0.0.7:3000', 'http://[::1]:3000', 'http://localhost:3000']) {
      assert.deepEqual(sender({ APP_URL }), ['Baton', 'baton@localhost'])
    }
  })

  it('is who MAIL_FROM says, with a name or without', () => {
    assert.deepEqual(sender({ MAIL_FROM: 'post@acme.example' }), ['', 'post@acme.example'])
    assert.deepEqual(sender({ MAIL_FROM: 'Acme <post@acme.example>' }), ['Acme', 'post@acme.example'])
    assert.deepEqual(sender({ MAIL_FROM: '"Acme, Inc." <post@acme.example>' }), [
      'Acme, Inc.',
      'post@acme.example',
    ])
  })

  it('cannot bring headers or other senders with it', () => {
    for (const MAIL_FROM of [
      'a@b.example, c@d.example',
      'A <a@b.example> <c@d.example>',
      'A\r\nBcc: c@d.example <a@b.example>',
      '<a@b.example',
      'a@',
    ]) {
      assert.throws(() => sender({ MAIL_FROM }), /MAIL_FROM must be an address/, MAIL_FROM)
    }
  })
})

describe('the mail server', () => {
  it('is an smtp:// or smtps:// address with a host', () => {
    for (const SMTP_URL of ['smtp://127.0.0.1:25', 'smtps://user:p%40ss@mail.example.com']) {
      assert.equal(readConfig({ SMTP_URL }).SMTP_URL, SMTP_URL)
    }
    for (const SMTP_URL of ['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp:mail']) {
      assert.throws(() => readConfig({ SMTP_URL }), /SMTP_URL must be an smtp/, SMTP_URL)
    }
  })
})
