import type { Role } from '../operations/caller.ts'
import type { AppLink } from './app-link.ts'
import { type Content, renderEmail } from './email.ts'
import { describeLifetime } from './lifetimes.ts'

/*
 * The only email that shows a stranger text from another user: the names of the inviter, an organization and a team.
 * None of them can become a link, because email clients turn anything that looks like a URL into one.
 */

interface Invited {
  instance: string
  inviter: string
  organization: string
  role: Role
  team: string | null
  link: AppLink
}

export function invitation({ instance, role, link, ...names }: Invited): Content {
  const [inviter, organization] = [withoutLinks(names.inviter), withoutLinks(names.organization)]
  const team = names.team === null ? '' : `, in the team "${withoutLinks(names.team)}"`
  return renderEmail({
    instance,
    subject: `${inviter} invites you to ${organization} on ${instance}`,
    parts: [
      `"${inviter}" invites you to join the organization "${organization}" on ${instance}, as ${asRole[role]}${team}.`,
      { button: 'View invitation', link },
      `The invitation expires in ${describeLifetime('invitation')}. It works once, and only for this email address.`,
      "If you don't know the sender, ignore this email. You join only if you accept.",
    ],
    why: `You received this email because someone on ${instance} invited this email address.`,
  })
}

const asRole: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  guest: 'a guest',
}

/** Turns `evil.example` into `evil. example`: still readable, but no email client makes a link of it. */
export function withoutLinks(name: string): string {
  return name.replace(/([.:/@\\。．｡])(?=\S)/gu, '$1 ')
}
