import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, isAt, openEntrance, whoIs } from './entrance.ts'
import type { Person } from './harness.ts'
import { expire, newAddress } from './invited.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { linkIn } from './partners/mail.ts'
import { eventually } from './poll.ts'
import { withRegistration } from './registration.ts'
import { story } from './story.ts'
import { addTeam, addToTeam, join } from './world.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

describe('the pages of invitations', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let team: string
  /** Ada's browser. The list in it updates live. */
  let page: Page
  /** The browser of people without an account. */
  let stranger: Page
  const [linus, barbara] = [newAddress('linus'), newAddress('barbara')]

  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.verified('Ada')
    await ada.call('projects.create', { name: 'Looms', visibility: 'organization' })
    team = await addTeam(entrance.server, ada)
    page = await entrance.visit('/organization/invitations', ada)
  })
  after(() => entrance?.close())

  const linkFor = async (email: string) =>
    linkIn(await mailAbout(entrance.server.mails, email, /invites you/)).href
  const invite = async (email: string, role: 'guest' | 'member' = 'member', inviter = ada) => {
    const { id } = await inviter.call('invitations.create', { email, role })
    return { id, link: await linkFor(email) }
  }
  const earlier = (email: string) =>
    page.getByRole('table', { name: 'Past invitations' }).getByRole('row').filter({ hasText: email })
  const inSidebar = (where: Page, name: string) =>
    where.getByRole('navigation', { name: 'Main' }).getByText(name, { exact: true })

  step('invites several people with the keyboard alone', async () => {
    await page.getByRole('heading', { name: 'No pending invitations' }).waitFor()
    await page.getByRole('button', { name: 'Invite people' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Invite people' })
    await page.keyboard.type('no address')
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter an email address.').waitFor()
    for (const email of [linus, barbara]) {
      await dialog.getByLabel('Email address').fill(email)
      await dialog.getByLabel('Team (optional)').selectOption({ label: team })
      await dialog.getByLabel('Email address').press('Enter')
      await dialog.getByText(`Invitation sent to ${email}.`).waitFor()
      assert.equal(await dialog.getByLabel('Email address').inputValue(), '')
    }
    await page.keyboard.press('Escape')
    const waiting = page.getByRole('table', { name: 'Pending invitations' })
    await waiting.getByRole('row').filter({ hasText: barbara }).waitFor()
  })

  step('resends an invitation with a new link, and revokes it', async () => {
    const first = await linkFor(barbara)
    const more = () => page.getByRole('button', { name: `Actions for ${barbara}` })
    await more().click()
    await page.getByRole('menuitem', { name: 'Resend' }).click()
    await toast(page).getByText(`Resent to ${barbara}.`).waitFor()
    const second = await linkFor(barbara)
    stranger = await entrance.visit('/invitation')
    await stranger.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
    // A link can open in a tab that already shows its page.
    await stranger.goto(first)
    await stranger.getByText('Use the link in the latest email.').waitFor()

    await more().click()
    await page.getByRole('menuitem', { name: 'Revoke…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await earlier(barbara).getByText('Revoked').waitFor()
    await stranger.goto(second)
    await stranger.getByRole('heading', { name: 'This invitation was revoked' }).waitFor()
  })

  step('explains an expired invitation', async () => {
    const { id, link } = await invite(newAddress('late'))
    await expire(entrance.server, id)
    await stranger.goto(link)
    await stranger.getByRole('heading', { name: 'This invitation has expired' }).waitFor()
    await stranger.getByText(`To join ${ada.organization.name}, ask ${ada.name} to send it again.`).waitFor()
  })

  step('asks for confirmation before an invited user without an account declines', async () => {
    const email = newAddress('stranger')
    const { link } = await invite(email)
    await stranger.goto(link)
    await stranger.getByRole('button', { name: 'Decline the invitation' }).click()
    await stranger.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await stranger.getByRole('heading', { name: 'Invitation declined' }).waitFor()
    await earlier(email).getByText('Declined').waitFor()
  })

  step('fits on a phone', async () => {
    const link = await linkFor(linus)
    await stranger.setViewportSize({ width: 360, height: 800 })
    await stranger.goto(link)
    await stranger.getByRole('button', { name: 'Create account and join' }).waitFor()
    assert.equal(await stranger.evaluate('document.documentElement.scrollWidth'), 360)
    await stranger.setViewportSize({ width: 1280, height: 800 })
  })

  step(
    'registers a new user with the link and its address only, even if registration needs an invitation',
    async () => {
      await withRegistration(entrance.server, { mode: 'invitation' }, async () => {
        // A phone may reload the page while the user thinks of a password.
        await stranger.reload()
        await stranger.getByRole('heading', { name: `Join ${ada.organization.name}` }).waitFor()
        await isAt(stranger, '/invitation')
        await stranger
          .getByText(`invites you to join ${ada.organization.name} as a member, in the team ${team}.`)
          .waitFor()
        const address = stranger.getByLabel('Email address')
        assert.equal(await address.inputValue(), linus)
        assert.equal(await address.getAttribute('readonly'), '')
        await stranger.getByLabel('Your name').fill('Linus')
        await stranger.getByLabel('Password', { exact: true }).fill('short')
        await stranger.keyboard.press('Enter')
        await stranger.getByText('Must have at least 10 characters.').waitFor()
        await stranger.getByLabel('Password', { exact: true }).fill('a sentence is a good password')
        await stranger.keyboard.press('Enter')
        await inSidebar(stranger, 'Looms').waitFor()
      })
      await stranger.getByRole('button', { name: `Organization: ${ada.organization.name}` }).waitFor()
      await isAt(stranger, '/projects')
      // The link has confirmed the address.
      assert.equal(await stranger.getByText('Confirm your email address').count(), 0)
      await earlier(linus).getByText('Accepted').waitFor()
    },
  )

  step('rejects the link for another account, and lets the user switch accounts', async () => {
    const grace = await entrance.server.verified('Grace')
    const eve = await entrance.server.verified('Eve')
    const { link } = await invite(grace.email)
    const tab = await entrance.visit(link, eve)
    await tab.getByRole('heading', { name: 'This invitation is for another address' }).waitFor()
    await tab.getByText(`You're signed in as ${eve.email}. It was sent to ${grace.email}.`).waitFor()
    assert.equal(await tab.getByRole('button', { name: 'Join' }).count(), 0)
    await tab.getByRole('button', { name: 'Use another account' }).click()
    await tab.getByRole('link', { name: 'Sign in' }).click()
    await tab.getByText('Sign in to respond to the invitation.').waitFor()
    assert.equal(await tab.getByLabel('Email address').inputValue(), grace.email)
    await fillIn(tab, grace)
    await tab.getByRole('button', { name: 'Join' }).click()
    await toast(tab).getByText(`You joined ${ada.organization.name}.`).waitFor()
    await inSidebar(tab, 'Looms').waitFor()
    assert.equal(await whoIs(entrance, tab), grace.email)
  })

  step('shows invitations to a signed-in user without the link, who declines or joins', async () => {
    const mary = await entrance.server.verified('Mary')
    const jean = await entrance.server.verified('Jean')
    await invite(mary.email, 'guest')
    await invite(mary.email, 'member', jean)
    const tab = await entrance.visit('/settings/profile', mary)
    // The banner shows the newest first.
    const banner = tab.getByRole('region', { name: 'Invitations' })
    await banner.getByRole('link', { name: 'And 1 more' }).waitFor()
    await banner.getByRole('button', { name: `Decline to join ${jean.organization.name}` }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await toast(tab).getByText('You declined').waitFor()
    await banner.getByText(`invites you to join ${ada.organization.name} as a guest.`).waitFor()
    await banner.getByRole('button', { name: 'Not now' }).click()
    await banner.waitFor({ state: 'detached' })
    await tab.goto(`${entrance.url}/invitation`)
    await tab.getByRole('button', { name: `Join ${ada.organization.name}`, exact: true }).click()
    await tab.getByRole('heading', { name: 'No shared projects yet' }).waitFor()
  })

  step('lets a team lead invite members to the team, and shows only those invitations', async () => {
    const lead = await entrance.server.verified('Ellen')
    await join(entrance.server, lead, ada, 'member')
    await addToTeam(entrance.server, team, lead, 'lead')
    const elsewhere = newAddress('elsewhere')
    await invite(elsewhere)
    const tab = await entrance.visit('/organization/members', lead)
    await tab.getByRole('button', { name: 'Invite people' }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByText('They also become members of the organization.').waitFor()
    assert.equal(await dialog.getByLabel('Role').count(), 0)
    await eventually(() => dialog.getByLabel('Team').locator('option').allInnerTexts(), [team])
    const email = newAddress('new')
    await dialog.getByLabel('Email address').fill(email)
    await tab.keyboard.press('Enter')
    await dialog.getByText(`Invitation sent to ${email}`).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await tab.getByRole('link', { name: 'Invitations' }).click()
    await tab.getByRole('row').filter({ hasText: email }).waitFor()
    assert.equal(await tab.getByText(elsewhere).count(), 0)
  })

  step('reports no script error or policy violation', () => entrance.checkComplaints())
})
