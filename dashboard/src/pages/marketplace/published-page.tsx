import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { NameLink, TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/section.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { write } from '../../write.ts'
import { FindField } from '../knowledge/find-field.tsx'
import { type OwnItem, ownItemsQuery } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { texts } from './texts.ts'

const labels = texts.publishedPage

/** The items that the organization published, with their state. */
export function PublishedPage() {
  const { find } = useSearch({ from: '/shell/marketplace/published' })
  const show = useChangeSearch<{ find?: string | undefined }>()
  const [askWithdraw, withdrawDialog] = useConfirm<OwnItem>(
    ({ name }) => ({ ...labels.confirmWithdraw, title: labels.confirmWithdraw.title(name) }),
    (item) => void withdraw(item).catch(showProblem),
  )
  return (
    <Page
      title={labels.title}
      text={labels.text}
      actions={<TextLink to="/marketplace">{labels.back}</TextLink>}
    >
      <FilteredList
        texts={labels}
        query={ownItemsQuery(find)}
        filter={{ find }}
        filters={<FindField label={labels.search} value={find} onChange={(next) => show({ find: next })} />}
      >
        {(items) => (
          <Rows label={labels.list}>
            {items.map((item) => (
              <ItemRow key={item.id} item={item} onWithdraw={() => askWithdraw(item)} />
            ))}
          </Rows>
        )}
      </FilteredList>
      {withdrawDialog}
    </Page>
  )
}

async function withdraw({ id, name }: OwnItem): Promise<void> {
  await write('marketplace.withdraw', { item: id })
  showToast({ text: labels.withdrawn(name) })
}

function ItemRow({ item, onWithdraw }: { item: OwnItem; onWithdraw: () => void }) {
  const { id, kind, name, status, release, installs, author, removalReason, may } = item
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-(--row-inset)">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {status === 'published' ? (
            <NameLink to="/marketplace/$item" params={{ item: id }}>
              {name}
            </NameLink>
          ) : (
            name
          )}
          <Badge>{texts.kinds[kind]}</Badge>
          <StatusBadge status={status} />
        </p>
        <p className="text-[13px] text-muted wrap-anywhere">
          {texts.release(release)} · {author} · {texts.installs(formatNumber(installs), installs === 1)}
        </p>
        {removalReason && <p className="text-[13px] wrap-anywhere">{labels.removed(removalReason)}</p>}
      </div>
      {may.withdraw && <Button onClick={onWithdraw}>{labels.withdraw}</Button>}
    </li>
  )
}
