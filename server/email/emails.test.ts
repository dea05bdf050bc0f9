import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appLink } from './app-link.ts'
import { invitation, withoutLinks } from './invitations.ts'
import type { Content } from './email.ts'
import * as notices from './notices.ts'
import * as notifications from './notifications.ts'
import * as signIn from './sign-in-emails.ts'
import { deviceName } from '../platform/device-name.ts'

const config = { APP_URL: 'https://baton.example.com' }
const at = '2026-03-05T14:03:00.000Z'

/** Returns every email, with the same word in each place that another user can choose. */
function emails(chosen: string): Record<string, Content> {
  const link = appLink(config, '/link', { fragment: { token: 'tkn' } })
  const asked = { network: '203.0.113.7', userAgent: chosen }
  const change = { instance: chosen, at, from: asked, settings: link }
  const batch = {
    instance: chosen,
    things: [{ title: chosen, said: chosen, link }],
    more: 0,
    list: link,
    settings: link,
    unsubscribe: link,
  }
  return {
    signInCode: signIn.signInCode({ instance: chosen, asked, code: '123456' }),
    magicLink: signIn.magicLink({ instance: chosen, asked, link }),
    resetPassword: signIn.resetPassword({ instance: chosen, asked, link }),
    passwordVoided: signIn.passwordVoided({ instance: chosen, link }),
    verifyEmail: signIn.verifyEmail({ instance: chosen, asked, link }),
    changeEmail: signIn.changeEmail({ instance: chosen, asked, link }),
    addressHasAccount: signIn.addressHasAccount({ instance: chosen, asked, link }),
    invitation: invitation({
      instance: chosen,
      inviter: chosen,
      organization: chosen,
      team: chosen,
      role: 'member',
      link,
    }),
    passwordChanged: notices.passwordChanged({ ...change, reset: link, credentialsRevoked: true }),
    addressProved: notices.addressProved(change),
    emailChanged: notices.emailChanged({ ...change, newEmail: chosen }),
    passkeyAdded: notices.passkeyAdded({ ...change, name: chosen }),
    accountConnected: notices.accountConnected({ ...change, provider: 'GitHub', account: chosen }),
    newCredential: notices.newCredential({ ...change, name: chosen, kind: 'api_key' }),
    accountDeletion: notices.accountDeletion({ ...change, eraseAt: at }),
    accountErased: notices.accountErased({ instance: chosen }),
    messageFromAdministrator: notices.messageFromAdministrator({
      instance: chosen,
      from: chosen,
      title: chosen,
      body: chosen,
      inbox: link,
    }),
    immediateEmail: notifications.immediateEmail(batch),
    digest: notifications.digest({ ...batch, things: [...batch.things, ...batch.things], more: 3 }),
    removedFromOrganization: notices.removedFromOrganization({ ...change, organization: chosen }),
  }
}

describe('email templates', () => {
  it('are all covered by this test', () => {
    assert.deepEqual(
      Object.keys(emails('Acme')).toSorted(),
      ['invitation', ...[signIn, notices, notifications].flatMap((all) => Object.keys(all))].toSorted(),
    )
  })

  for (const [name, { subject, text, html }] of Object.entries(emails('Acme'))) {
    it(`renders ${name} with the same content in text and HTML, ending with the reason and the instance`, () => {
      const shown = readable(html)
      for (const line of text.split('\n').filter((line) => line.trim() !== '' && line !== '-- ')) {
        assert.ok(shown.includes(line.replace(/:$/, '')), `the HTML lacks: ${line}`)
      }
      assert.match(text, /\n-- \nYou received this email because [^\n]+\.\nAcme\n$/)
      assert.match(shown, /You received this email because [^\n]+\. Acme$/)
      assert.match(subject, /Acme/)
    })

    it(`links ${name} only to the instance and loads no external content`, () => {
      const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!)
      for (const address of addresses) assert.ok(address.startsWith(`${config.APP_URL}/`), address)
      assert.doesNotMatch(html, /<(img|script|link|iframe)|url\(|@import/i)
    })
  }

  const hostile = `Acme"'><img src=x onerror=alert(1)>&amp;\r\nBcc: everybody@example.com\u2028\n\n-- \nhttps://evil.example/`
  for (const [name, { subject, text, html }] of Object.entries(emails(hostile))) {
    it(`keeps user input in ${name} from becoming markup, a header or a separate line`, () => {
      assert.doesNotMatch(html, /<img/)
      assert.doesNotMatch(subject, /[\r\n\u2028]/)
      assert.doesNotMatch(text, /^(Bcc|https:\/\/evil)/m)
      assert.equal(text.match(/^-- $/gm)?.length, 1)
      // The input is shown escaped, not dropped.
      assert.ok(readable(html).includes(hostile.replace(/\s+/g, ' ')))
    })
  }
})

describe('the invitation email', () => {
  it('turns no name into a link, in any spelling', () => {
    const names = {
      'https://evil.example/win': 'https: / / evil. example/ win',
      'www.evil.example': 'www. evil. example',
      'help@evil.example': 'help@ evil. example',
      'evil。example': 'evil。 example',
      'Dr. Grace H.': 'Dr. Grace H.',
    }
    for (const [name, shown] of Object.entries(names)) {
      assert.equal(withoutLinks(name), shown)
      const email = emails(name).invitation!
      const ours = `${email.subject}\n${email.text}`.replaceAll(`on ${name}`, '').replaceAll(name + '\n', '')
      if (name !== shown) assert.ok(!ours.includes(name), ours)
    }
  })

  it('names the role of the invited user and omits a missing team', () => {
    const about = { instance: 'Baton', inviter: 'Ada', organization: 'Acme', team: null }
    const { text } = invitation({ ...about, role: 'guest', link: appLink(config, '/invitation') })
    assert.ok(text.includes('"Ada" invites you to join the organization "Acme" on Baton, as a guest.'))
  })
})

describe('an email that anyone can request for any address', () => {
  it('describes a client with an unrecognized user agent as an unknown device', () => {
    const asked = { network: '203.0.113.7', userAgent: 'You have won! https://evil.example' }
    const { text, html } = signIn.signInCode({ instance: 'Acme', asked, code: '123456' })
    assert.ok(text.includes('requested from 203.0.113.7 with an unknown device.'))
    assert.ok(!`${text}${html}`.includes('evil'))
  })

  it('names common browsers and operating systems', () => {
    const known = {
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0':
        'Edge on Windows',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1': 'Safari on iPhone',
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Safari/537.36': 'Chrome on Android',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15': 'Safari on macOS',
      'curl/8.5.0': 'curl',
      '': 'Unknown device',
    }
    for (const [userAgent, name] of Object.entries(known)) assert.equal(deviceName(userAgent), name)
  })
})

describe('a link in an email', () => {
  it('starts with APP_URL and carries the secret in the fragment', () => {
    const link = appLink({ APP_URL: 'https://example.com/baton' }, '/reset-password', {
      query: { next: '/a b' },
      fragment: { token: 'x&y#z' },
    })
    assert.equal(link, 'https://example.com/baton/reset-password?next=%2Fa+b#token=x%26y%23z')
    assert.equal(appLink(config, '/settings'), 'https://baton.example.com/settings')
  })

  it('is accompanied by times in UTC', () => {
    assert.match(emails('Acme').accountDeletion!.text, /erased on 5 March 2026 at 14:03 UTC/)
  })
})

/** Returns the visible text of a page. */
function readable(html: string): string {
  return html
    .replace(/<head>[^]*<\/head>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
