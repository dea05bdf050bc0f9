import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, isAt, openEntrance, whoIs } from './entrance.ts'
import type { Person } from './harness.ts'
import { expire, newAddress } from './invited.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { linkIn } from './partners/mail.ts'
import { eventually } from './poll.ts'
import { withRegistration } from './registration.ts'
import { addTeam, addToTeam, join } from './world.ts'

const password = 'a sentence is a good password'
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

describe('the pages of invitations', { skip }, () => {
  let entrance: Entrance
  let ada: Person
  let team: string
  let page: Page

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
  const invite = async (email: string, role: 'guest' | 'member' | 'admin' = 'member') => {
    const { id } = await ada.call('invitations.create', { email, role })
    return { id, link: await linkFor(email) }
  }
  const earlier = () => page.getByRole('table', { name: 'Past invitations' })
  const inSidebar = (where: Page, name: string) =>
    where.getByRole('navigation', { name: 'Main' }).getByText(name, { exact: true })

  it('invites several people with the keyboard alone', async () => {
    const owner = await entrance.server.verified('Owner')
    const ownTeam = await addTeam(entrance.server, owner)
    const [linus, barbara] = [newAddress('linus'), newAddress('barbara')]
    const page = await entrance.visit('/organization/invitations', owner)
    await page.getByRole('heading', { name: 'No pending invitations' }).waitFor()
    await page.getByRole('button', { name: 'Invite people' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Invite people' })
    await page.keyboard.type('no address')
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter an email address.').waitFor()
    for (const email of [linus, barbara]) {
      await dialog.getByLabel('Email address').fill(email)
      await dialog.getByLabel('Team (optional)').selectOption({ label: ownTeam })
      await dialog.getByLabel('Email address').press('Enter')
      await dialog.getByText(`Invitation sent to ${email}.`).waitFor()
      assert.equal(await dialog.getByLabel('Email address').inputValue(), '')
    }
    await dialog.getByLabel('Email address').fill(linus)
    await page.keyboard.press('Enter')
    await dialog.getByText('This email address is already invited.').waitFor()
    await page.keyboard.press('Escape')
    const waiting = page.getByRole('table', { name: 'Pending invitations' })
    await waiting.getByRole('row').filter({ hasText: barbara }).waitFor()
  })

  it('registers a new user with the link and its address only, and opens the organization', async () => {
    const email = newAddress('linus')
    await ada.call('invitations.create', { email, role: 'member', team })
    const stranger = await entrance.visit(await linkFor(email))
    await stranger.getByRole('heading', { name: `Join ${ada.organization.name}` }).waitFor()
    await isAt(stranger, '/invitation')
    await stranger.getByText(`invites you to join ${ada.organization.name} as a member`).waitFor()
    const address = stranger.getByLabel('Email address')
    assert.equal(await address.inputValue(), email)
    assert.equal(await address.getAttribute('readonly'), '')
    // A phone may reload the page while the user thinks of a password.
    await stranger.reload()
    await stranger.getByLabel('Your name').fill('Linus')
    await stranger.getByLabel('Password', { exact: true }).fill('short')
    await stranger.keyboard.press('Enter')
    await stranger.getByText('Must have at least 10 characters.').waitFor()
    await stranger.getByLabel('Password', { exact: true }).fill(password)
    await stranger.keyboard.press('Enter')
    await inSidebar(stranger, 'Looms').waitFor()
    await stranger.getByRole('button', { name: `Organization: ${ada.organization.name}` }).waitFor()
    await isAt(stranger, '/projects')
    assert.equal(await whoIs(entrance, stranger), email)
    // The link has confirmed the address.
    assert.equal(await stranger.getByText('Confirm your email address').count(), 0)
    const { items } = await ada.call('members.list', { search: 'linus' })
    assert.deepEqual(
      items[0]!.teams.map(({ slug }) => slug),
      [team],
    )
    // The open list updates live.
    await earlier().getByRole('row').filter({ hasText: email }).getByText('Accepted').waitFor()
  })

  it('rejects the link for another account, and lets the user switch accounts', async () => {
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

  it('shows the invitation to a signed-in user without the link, and lets them join', async () => {
    const mary = await entrance.server.verified('Mary')
    const { id } = await invite(mary.email, 'guest')
    const tab = await entrance.visit('/settings/profile', mary)
    const banner = tab.getByRole('region', { name: 'Invitations' })
    await banner.getByText(`invites you to join ${ada.organization.name} as a guest.`).waitFor()
    await banner.getByRole('button', { name: 'Not now' }).click()
    await banner.waitFor({ state: 'detached' })
    await tab.goto(`${entrance.url}/invitation`)
    await tab.getByRole('button', { name: `Join ${ada.organization.name}`, exact: true }).click()
    await tab.getByRole('heading', { name: 'No shared projects yet' }).waitFor()
    const { items } = await ada.call('invitations.list', { status: 'accepted' })
    assert.ok(items.some((invitation) => invitation.id === id))
  })

  it('asks for confirmation before declining, with an account and without', async () => {
    const jean = await entrance.server.verified('Jean')
    await invite(jean.email)
    const tab = await entrance.visit('/projects', jean)
    await tab.getByRole('button', { name: `Decline to join ${ada.organization.name}` }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await toast(tab).getByText('You declined').waitFor()
    await tab.getByRole('region', { name: 'Invitations' }).waitFor({ state: 'detached' })

    const email = newAddress('stranger')
    const { link } = await invite(email)
    const stranger = await entrance.visit(link)
    await stranger.getByRole('button', { name: 'Decline the invitation' }).click()
    await stranger.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await stranger.getByRole('heading', { name: 'Invitation declined' }).waitFor()
    await stranger.reload()
    await stranger.getByRole('heading', { name: 'This invitation was declined' }).waitFor()
    await earlier().getByRole('row').filter({ hasText: email }).getByText('Declined').waitFor()
  })

  it('resends an invitation with a new link, and revokes it', async () => {
    const email = newAddress('barbara')
    const { link: first } = await invite(email)
    const more = () => page.getByRole('button', { name: `Actions for ${email}` })
    await more().click()
    await page.getByRole('menuitem', { name: 'Resend' }).click()
    await toast(page).getByText(`Resent to ${email}.`).waitFor()
    const second = await linkFor(email)
    const dead = await entrance.visit(first)
    await dead.getByText('Use the link in the latest email.').waitFor()

    await more().click()
    await page.getByRole('menuitem', { name: 'Revoke…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await earlier().getByRole('row').filter({ hasText: email }).getByText('Revoked').waitFor()
    const revoked = await entrance.visit(second)
    await revoked.getByRole('heading', { name: 'This invitation was revoked' }).waitFor()
  })

  it('explains an expired invitation, and a link without its token', async () => {
    const { id, link } = await invite(newAddress('late'))
    await expire(entrance.server, id)
    const late = await entrance.visit(link)
    await late.getByRole('heading', { name: 'This invitation has expired' }).waitFor()
    await late.getByText(`To join ${ada.organization.name}, ask ${ada.name} to send it again.`).waitFor()
    const bare = await entrance.visit('/invitation')
    await bare.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
  })

  it('lets a team lead invite members to the team, and shows only those invitations', async () => {
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

  it('fits on a phone', async () => {
    const { link } = await invite(newAddress('phone'))
    const phone = await entrance.visit('/sign-in')
    await phone.setViewportSize({ width: 360, height: 800 })
    await phone.goto(link)
    await phone.getByRole('button', { name: 'Create account and join' }).waitFor()
    assert.equal(await phone.evaluate('document.documentElement.scrollWidth'), 360)
  })

  it('reports no script error or policy violation', () => entrance.checkComplaints())
})

describe('the pages of an instance where registration needs an invitation', { skip }, () => {
  let entrance: Entrance
  before(async () => {
    entrance = await openEntrance()
  })
  after(() => entrance?.close())

  it('registers a new user with an invitation', async () => {
    const ada = await entrance.server.verified('Ada')
    await withRegistration(entrance.server, { mode: 'invitation' }, async () => {
      const email = newAddress('linus')
      await ada.call('invitations.create', { email, role: 'member' })
      const link = linkIn(await mailAbout(entrance.server.mails, email, /invites you/)).href
      const page = await entrance.visit(link)
      await page.getByLabel('Your name').fill('Linus')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Organization: ${ada.organization.name}` }).waitFor()
    })
    entrance.checkComplaints()
  })
})
