import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Confirm } from '../../ui/confirm.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MenuGroup, MenuChoice, MenuItem, RowMenu } from '../../ui/menu.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { EditableMarkdown } from '../tasks/editable-markdown.tsx'
import { EditableText } from '../tasks/editable-text.tsx'
import { FeatureKind, FeatureStatus } from './feature-badges.tsx'
import { useDeleteFeature, useUpdateFeature } from './feature-changes.ts'
import { isOpen, kindNames, kinds } from './names.ts'
import type { FeatureDetails } from './queries.ts'
import { texts } from './texts.ts'

const { featureHeader } = texts

export function FeatureHeader({ feature }: { feature: FeatureDetails }) {
  const { key, title, description, kind, status, project, may } = feature
  const update = useUpdateFeature(feature)
  return (
    <header className="mb-6">
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <Link
          to="/projects/$slug/features"
          params={{ slug: project }}
          className="text-[13px] text-muted hover:text-ink hover:underline"
        >
          {featureHeader.features}
        </Link>
        <span aria-hidden className="text-muted">
          /
        </span>
        <span className="font-mono text-xs text-muted">{key}</span>
        <FeatureStatus status={status} />
        <FeatureKind kind={kind} />
        <span className="ml-auto">{may.edit && <FeatureMenu feature={feature} />}</span>
      </div>
      <h2 id="feature-title" className={may.edit ? 'sr-only' : 'text-lg font-semibold wrap-anywhere'}>
        {title}
      </h2>
      {may.edit ? (
        <>
          <EditableText
            label={featureHeader.title}
            value={title}
            oneLine
            required
            className="text-lg leading-snug font-semibold"
            onSave={(text) => update.mutate({ title: text })}
          />
          <EditableMarkdown
            label={featureHeader.description}
            item={key}
            value={description}
            placeholder={featureHeader.descriptionPlaceholder}
            className="min-h-9"
            onSave={(text) => update.mutate({ description: text })}
          />
        </>
      ) : (
        <>
          {description && <Markdown text={description} breaks className="mt-1 max-w-prose" />}
          <AttachmentList item={key} />
        </>
      )}
    </header>
  )
}

function FeatureMenu({ feature }: { feature: FeatureDetails }) {
  const update = useUpdateFeature(feature)
  const remove = useDeleteFeature(feature)
  const { confirmCancel } = featureHeader
  const [isCancelling, setIsCancelling] = useState(false)
  const { key, kind, status } = feature
  return (
    <>
      <RowMenu label={featureHeader.actions(key)}>
        <MenuGroup label={featureHeader.kind}>
          {kinds.map((each) => (
            <MenuChoice key={each} chosen={each === kind} onSelect={() => update.mutate({ kind: each })}>
              {kindNames[each]}
            </MenuChoice>
          ))}
        </MenuGroup>
        <div className="mt-1 border-t pt-1">
          {isOpen(feature) && (
            <MenuItem onSelect={() => setIsCancelling(true)}>{featureHeader.cancel}</MenuItem>
          )}
          {status === 'cancelled' && (
            <MenuItem onSelect={() => update.mutate({ status: 'active' })}>{featureHeader.reopen}</MenuItem>
          )}
          <MenuItem danger onSelect={() => void remove().catch(showProblem)}>
            {featureHeader.delete}
          </MenuItem>
        </div>
      </RowMenu>
      {isCancelling && (
        <Confirm
          title={confirmCancel.title(key)}
          text={confirmCancel.text}
          action={confirmCancel.action}
          cancelLabel={confirmCancel.keep}
          onClose={() => setIsCancelling(false)}
          onConfirm={() => {
            update.mutate({ status: 'cancelled' })
            setIsCancelling(false)
          }}
        />
      )}
    </>
  )
}
