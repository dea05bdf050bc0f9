import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { type AccessRule, type InOrganization, requireWholeOrganization } from '../../operations/access.ts'
import { type FoundItem, findItem, lockItem } from './find-item.ts'
import { canWithdraw } from './item.ts'
import { type Source, kindsOfItems } from './kinds.ts'
import type { MarketplaceKind } from './snapshot.ts'

/*
 * Rights in the marketplace:
 *   view      The state of an item of the organization: members who can see the item.
 *   publish   Users who can make a skill or an agent public: its owner, team leads, owners and admins. Workflows: owners
 *             and admins. Agents can't publish.
 *   withdraw  The person who published the item, and owners and admins of their organization.
 */
export interface OnSource extends InOrganization {
  source: Source
}

export interface OnOwnItem extends InOrganization {
  found: FoundItem
}

interface SourceRef {
  kind: MarketplaceKind
  item: string
}

export const viewsSource: AccessRule<SourceRef, OnSource> = {
  name: 'source(view)',
  sentence: 'Members of the organization who can see the item.',
  open: false,
  wholeOrganization: true,
  leastRole: 'admin',
  also: ['owner of it', 'in the team'],
  async check({ caller, db, reads }, { kind, item }) {
    const granted = requireWholeOrganization(caller, reads, 'member')
    return { ...granted, source: await kindsOfItems[kind].find(db, granted, item, false) }
  },
}

export const publishesSource: AccessRule<SourceRef, OnSource> = {
  name: 'source(publish)',
  sentence:
    "The owner of a skill or an agent, the leads of a skill's team, and owners and admins. Workflows: owners and admins. Agents can't.",
  open: false,
  wholeOrganization: true,
  leastRole: 'admin',
  also: ['owner of it', 'lead'],
  async check({ caller, db, reads, hold }, { kind, item }) {
    const granted = requireWholeOrganization(caller, reads, 'member')
    const { find, publishers } = kindsOfItems[kind]
    const source = await find(db, granted, item, hold)
    if (granted.caller.agent || !source.canPublish) reject('forbidden', { needs: publishers })
    return { ...granted, source }
  },
}

export const withdrawsItem: AccessRule<{ item: string }, OnOwnItem> = {
  name: 'marketplaceItem(withdraw)',
  sentence: "The person who published it, and owners and admins of their organization. Agents can't.",
  open: false,
  wholeOrganization: true,
  leastRole: 'admin',
  also: ['author'],
  async check({ caller, db, reads, hold }, { item }) {
    const granted = requireWholeOrganization(caller, reads, 'member')
    const isOwn = sql`i.organization_id = ${granted.organization.id}`
    const found = await findItem(db, item, isOwn, hold ? lockItem : sql.empty)
    if (granted.caller.agent || !canWithdraw(granted, found))
      reject('forbidden', { needs: withdrawsItem.sentence })
    return { ...granted, found }
  },
}
