import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signInOptionsQuery } from '../../../queries.ts'
import { type ItemOf, readFilteredPages } from '../../../read.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FilteredList } from '../../../ui/filtered-list.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { PageTitle, card } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { Time } from '../../../ui/time.tsx'
import { showProblem } from '../../../ui/toasts.ts'
import { useConfirm } from '../../../ui/use-confirm.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { write } from '../../../write.ts'
import { texts } from './texts.ts'

const { page } = texts

type Message = ItemOf<'contact.list'>
type StatusFilter = keyof typeof page.statuses

/** The messages of the contact form. */
export function ContactMessagesPage() {
  const isOff = useQuery(signInOptionsQuery).data?.contact === false
  const [query, setQuery] = useState('')
  const [status, setStatus] = useState<StatusFilter>('open')
  const searched = useDebounced(query.trim(), 250)
  const filter = {
    query: searched === '' ? undefined : searched,
    status: status === 'all' ? undefined : status,
  }
  const [askDelete, deleteDialog] = useConfirm<Message>(
    ({ subject }) => ({ ...page.confirmDelete, title: page.confirmDelete.title(subject) }),
    ({ id }) => void write('contact.delete', { contact: id }).catch(showProblem),
  )
  return (
    <>
      <PageTitle title={page.title} text={page.intro} />
      {isOff && <FormMessage tone="note">{page.off}</FormMessage>}
      <FilteredList
        query={readFilteredPages('contact.list', {
          ...(filter.query !== undefined && { query: filter.query }),
          ...(filter.status !== undefined && { status: filter.status }),
        })}
        texts={page}
        filter={{ query: filter.query, status: filter.status === 'open' ? undefined : filter.status }}
        filters={
          <>
            <SearchField label={page.search} value={query} maxLength={100} onChange={setQuery} />
            <Select
              label={page.statusFilter}
              value={status}
              options={Object.entries(page.statuses).map(([value, name]) => ({
                value: value as StatusFilter,
                name,
              }))}
              onChange={setStatus}
            />
          </>
        }
      >
        {(items) => (
          <ul aria-label={page.list} className={`divide-y ${card}`}>
            {items.map((message) => (
              <MessageRow key={message.id} message={message} onDelete={() => askDelete(message)} />
            ))}
          </ul>
        )}
      </FilteredList>
      {deleteDialog}
    </>
  )
}

function MessageRow({ message, onDelete }: { message: Message; onDelete: () => void }) {
  const { id, name, email, subject, message: body, status, createdAt } = message
  const isDone = status === 'done'
  const reply = `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{subject}</span>
        {isDone && <Badge>{page.statuses.done}</Badge>}
      </p>
      <p className="text-[13px] text-muted wrap-anywhere">
        {name} · {email} · <Time at={createdAt} />
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
      <p className="flex flex-wrap items-center gap-2">
        <Button
          onClick={() => {
            write('contact.update', { contact: id, status: isDone ? 'open' : 'done' }).catch(showProblem)
          }}
        >
          {isDone ? page.reopen : page.markDone}
        </Button>
        <a href={reply} className="px-2 font-medium text-accent hover:underline">
          {page.reply}
        </a>
        <Button kind="quiet" onClick={onDelete}>
          {page.delete}
        </Button>
      </p>
    </li>
  )
}
