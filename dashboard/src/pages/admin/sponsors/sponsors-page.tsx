import { useState } from 'react'
import { type ItemOf, useRead } from '../../../read.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { PageTitle } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { showProblem } from '../../../ui/toasts.ts'
import { useConfirm } from '../../../ui/use-confirm.tsx'
import { write } from '../../../write.ts'
import { SponsorDialog } from './sponsor-dialog.tsx'
import { texts } from './texts.ts'

const { page, tiers } = texts

export type Sponsor = ItemOf<'sponsors.list'>

/** The sponsors of the instance. */
export function SponsorsPage() {
  const sponsors = useRead('sponsors.list', {})
  const [edited, setEdited] = useState<Sponsor | 'new' | null>(null)
  const [askDelete, deleteDialog] = useConfirm<Sponsor>(
    ({ name }) => ({ ...page.confirmDelete, title: page.confirmDelete.title(name) }),
    ({ id }) => void write('sponsors.delete', { sponsor: id }).catch(showProblem),
  )
  const addButton = (
    <Button kind="primary" onClick={() => setEdited('new')}>
      {page.add}
    </Button>
  )
  return (
    <>
      <PageTitle title={page.title} text={page.intro} />
      <Loaded query={sponsors} noun={page.noun}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty {...page.empty}>{addButton}</Empty>
          ) : (
            <>
              <div className="mb-4 flex justify-end">{addButton}</div>
              <Table
                label={page.table}
                columns={columnsOf(setEdited, askDelete)}
                items={items}
                keyOf={({ id }) => id}
              />
            </>
          )
        }
      </Loaded>
      {deleteDialog}
      {edited && <SponsorDialog sponsor={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function columnsOf(
  edit: (sponsor: Sponsor) => void,
  askDelete: (sponsor: Sponsor) => void,
): Column<Sponsor>[] {
  const { columns } = page
  return [
    {
      head: columns.name,
      cell: ({ name, link, logo }) => (
        <div className="flex min-w-0 items-center gap-3">
          {logo && <img src={logo} alt="" className="h-8 w-16 shrink-0 object-contain" />}
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{name}</p>
            <a href={link} rel="noreferrer" className="block truncate text-[13px] text-muted hover:underline">
              {link}
            </a>
          </div>
        </div>
      ),
    },
    { head: columns.tier, cell: ({ tier }) => tiers[tier] },
    {
      head: columns.days,
      cell: ({ from, until, current }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {until === null ? page.from(from) : page.days(from, until)}
          {current && <Badge tone="accent">{page.current}</Badge>}
        </span>
      ),
    },
    {
      head: columns.actions,
      quiet: true,
      atEnd: true,
      cell: (sponsor) => (
        <RowMenu label={page.actionsFor(sponsor.name)}>
          <MenuItem onSelect={() => edit(sponsor)}>{page.edit}</MenuItem>
          <MenuItem onSelect={() => askDelete(sponsor)}>{page.delete}</MenuItem>
        </RowMenu>
      ),
    },
  ]
}
