import { Link } from '@tanstack/react-router'
import { ChevronLeftIcon, LockIcon, Trash2Icon, UsersIcon } from 'lucide-react'
import { useState } from 'react'
import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import { Badge } from '../../ui/badge.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { headingClass } from '../../ui/page.tsx'
import { EditableText } from '../tasks/editable-text.tsx'
import type { AiSession, AskSearch } from './queries.ts'
import { useDelete, useRename, useShare } from './session-changes.ts'
import { texts } from './texts.ts'

interface ConversationHeaderProps {
  session: AiSession
  /** The filters of the list. */
  search: AskSearch
  /** Leaves the page of a deleted conversation. */
  onDeleted: () => void
}

/** The title, scope and actions of a conversation. */
export function ConversationHeader({ session, search, onDeleted }: ConversationHeaderProps) {
  const { title, isOwner, project, repo } = session
  const rename = useRename(session)
  return (
    <header className="flex shrink-0 items-start gap-x-3 border-b px-4 pt-3.5 pb-2 md:px-5">
      {/* Wide screens show the list beside the conversation. */}
      <Link
        to="/ask"
        search={search}
        aria-label={texts.page.all}
        title={texts.page.all}
        className="mt-1.5 -ml-2 inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink lg:hidden"
      >
        <ChevronLeftIcon />
      </Link>
      <div className="min-w-0 grow">
        {isOwner ? (
          <h1 className="contents">
            <EditableText
              oneLine
              required
              label={texts.header.title}
              value={title}
              className={headingClass}
              onSave={(next) => rename.mutate(next)}
            />
          </h1>
        ) : (
          <h1 className={headingClass}>{title}</h1>
        )}
        <p className="text-[13px] text-muted wrap-anywhere">
          {repo?.name ?? project?.name ?? texts.start.everything}
        </p>
      </div>
      <div className="flex items-center gap-2 pt-2">
        <Visibility shared={session.shared} />
        {isOwner && <Actions session={session} onDeleted={onDeleted} />}
      </div>
    </header>
  )
}

function Visibility({ shared }: Pick<AiSession, 'shared'>) {
  return shared ? (
    <Badge tone="accent">
      <UsersIcon /> {texts.header.shared}
    </Badge>
  ) : (
    <Badge>
      <LockIcon /> {texts.header.private}
    </Badge>
  )
}

/** The menu of the owner. */
function Actions({ session, onDeleted }: Omit<ConversationHeaderProps, 'search'>) {
  const { project, shared } = session
  const { header } = texts
  const share = useShare(session)
  const remove = useDelete()
  const [isSharing, setIsSharing] = useState(false)
  const question = header.confirmShare(project?.name ?? '')
  return (
    <>
      <RowMenu label={header.actions}>
        {project && !shared && (
          <MenuItem icon={<UsersIcon />} onSelect={() => setIsSharing(true)}>
            {header.share}
          </MenuItem>
        )}
        {shared && (
          <MenuItem icon={<LockIcon />} onSelect={() => share.mutate(false)}>
            {header.unshare}
          </MenuItem>
        )}
        <MenuItem
          danger
          icon={<Trash2Icon />}
          onSelect={() => {
            onDeleted()
            remove.mutate(session)
          }}
        >
          {header.delete}
        </MenuItem>
      </RowMenu>
      {isSharing && (
        <AsyncConfirm
          title={question.title}
          action={question.action}
          kind="primary"
          send={() => share.mutateAsync(true)}
          onClose={() => setIsSharing(false)}
        >
          <p>{question.text}</p>
        </AsyncConfirm>
      )}
    </>
  )
}
