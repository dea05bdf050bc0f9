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

/** Every mail there is, with the same word for everything that somebody else may have chosen. */
function mails(chosen: string): Record<string, Content> {
  const link = appLink(config, '/link', { fragment: { token: 'tkn' } })
  const asked = { network: '203.0.113.7', userAgent: chosen }
  const done = { instance: chosen, at, from: asked, settings: link }
  const told = {
    ...{ instance: chosen, things: [{ title: chosen, said: chosen, link }], more: 0 },
    ...{ list: link, settings: link, unsubscribe: link },
  }
  return {
    signInCode: signIn.signInCode({ instance: chosen, asked, code: '123456' }),
    magicLink: signIn.magicLink({ instance: chosen, asked, link }),
    resetPassword: signIn.resetPassword({ instance: chosen, asked, link }),
    verifyEmail: signIn.verifyEmail({ instance: chosen, asked, link }),
    changeEmail: signIn.changeEmail({ instance: chosen, asked, link }),
    addressHasAccount: signIn.addressHasAccount({ instance: chosen, asked, link }),
    invitation: invitation({
      ...{ instance: chosen, inviter: chosen, organization: chosen, team: chosen, role: 'member', link },
    }),
    passwordChanged: notices.passwordChanged({ ...done, reset: link, credentialsRevoked: true }),
    addressProved: notices.addressProved(done),
    emailChanged: notices.emailChanged({ ...done, newEmail: chosen }),
    passkeyAdded: notices.passkeyAdded({ ...done, name: chosen }),
    accountConnected: notices.accountConnected({ ...done, provider: 'GitHub', account: chosen }),
    newCredential: notices.newCredential({ ...done, name: chosen, kind: 'api_key' }),
    accountDeletion: notices.accountDeletion({ ...done, eraseAt: at }),
    accountErased: notices.accountErased({ instance: chosen }),
    toldAtOnce: notifications.immediateEmail(told),
    digest: notifications.digest({ ...told, things: [...told.things, ...told.things], more: 3 }),
    removedFromOrganization: notices.removedFromOrganization({ ...done, organization: chosen }),
  }
}

describe('every mail', () => {
  it('is among those tried here', () => {
    assert.deepEqual(
      Object.keys(mails('Acme')).toSorted(),
      ['invitation', ...[signIn, notices, notifications].flatMap((all) => Object.keys(all))].toSorted(),
    )
  })

  for (const [name, { subject, text, html }] of Object.entries(mails('Acme'))) {
    it(`${name} says the same in text and in HTML, and ends with why it came and from which instance`, () => {
      const shown = readable(html)
      for (const line of text.split('\n').filter((line) => line.trim() !== '' && line !== '-- ')) {
        assert.ok(shown.includes(line.replace(/:$/, '')), `the HTML lacks: ${line}`)
      }
      assert.match(text, /\n-- \nYou get this mail because [^\n]+\.\nAcme\n$/)
      assert.match(shown, /You get this mail because [^\n]+\. Acme$/)
      assert.match(subject, /Acme/)
    })

    it(`${name} leads nowhere but to the instance, and loads nothing`, () => {
      const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!)
      for (const address of addresses) assert.ok(address.startsWith(`${config.APP_URL}/`), address)
      assert.doesNotMatch(html, /<(img|script|link|iframe)|url\(|@import/i)
    })
  }

  const hostile = `Acme"'><img src=x onerror=alert(1)>&amp;\r\nBcc: everybody@example.com\u2028\n\n-- \nhttps://evil.example/`
  for (const [name, { subject, text, html }] of Object.entries(mails(hostile))) {
    it(`${name} keeps what people chose from becoming markup, a header or a line of its own`, () => {
      assert.doesNotMatch(html, /<img/)
      assert.doesNotMatch(subject, /[\r\n\u2028]/)
      assert.doesNotMatch(text, /^(Bcc|https:\/\/evil)/m)
      assert.equal(text.match(/^-- $/gm)?.length, 1)
      // Told as it is, and not left out.
      assert.ok(readable(html).includes(hostile.replace(/\s+/g, ' ')))
    })
  }
})

describe('the mail that invites a stranger', () => {
  it('makes no link of a name, however it is written', () => {
    const names = {
      'https://evil.example/win': 'https: / / evil. example/ win',
      'www.evil.example': 'www. evil. example',
      'help@evil.example': 'help@ evil. example',
      'evil。example': 'evil。 example',
      'Dr. Grace H.': 'Dr. Grace H.',
    }
    for (const [name, shown] of Object.entries(names)) {
      assert.equal(withoutLinks(name), shown)
      const mail = mails(name).invitation!
      const ours = `${mail.subject}\n${mail.text}`.replaceAll(`on ${name}`, '').replaceAll(name + '\n', '')
      if (name !== shown) assert.ok(!ours.includes(name), ours)
    }
  })

  it('says what the invited would be, and leaves out a team that there is none of', () => {
    const about = { instance: 'Baton', inviter: 'Ada', organization: 'Acme', team: null }
    const { text } = invitation({ ...about, role: 'guest', link: appLink(config, '/invitation') })
    assert.ok(text.includes('"Ada" invites you to join the organization "Acme" on Baton, as a guest.'))
  })
})

describe('what anybody can have sent to any address', () => {
  it('holds nothing that they chose: a client that calls itself an advertisement is an unknown device', () => {
    const asked = { network: '203.0.113.7', userAgent: 'You have won! https://evil.example' }
    const { text, html } = signIn.signInCode({ instance: 'Acme', asked, code: '123456' })
    assert.ok(text.includes('requested from 203.0.113.7 with an unknown device.'))
    assert.ok(!`${text}${html}`.includes('evil'))
  })

  it('names the devices that people have', () => {
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

describe('a link in a mail', () => {
  it('is built from APP_URL, with the secret where no server sees it', () => {
    const link = appLink({ APP_URL: 'https://example.com/baton' }, '/reset-password', {
      query: { next: '/a b' },
      fragment: { token: 'x&y#z' },
    })
    assert.equal(link, 'https://example.com/baton/reset-password?next=%2Fa+b#token=x%26y%23z')
    assert.equal(appLink(config, '/settings'), 'https://baton.example.com/settings')
  })

  it('says when things happen in a time that everybody can read', () => {
    assert.match(mails('Acme').accountDeletion!.text, /erased on 5 March 2026 at 14:03 UTC/)
  })
})

/** What a person sees of a page. */
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
