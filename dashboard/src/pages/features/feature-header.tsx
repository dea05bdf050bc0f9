import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Confirm } from '../../ui/confirm.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MenuGroup, MenuChoice, MenuItem, RowMenu } from '../../ui/menu.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { EditableMarkdown } from '../tasks/editable-markdown.tsx'
import { EditableText } from '../tasks/editable-text.tsx'
import { FeatureKind, FeatureStatus } from './feature-badges.tsx'
import { useDeleteFeature, useUpdateFeature } from './feature-changes.ts'
import { isOpen, kindNames, kinds } from './names.ts'
import type { FeatureDetails } from './queries.ts'

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
          Features
        </Link>
        <span aria-hidden className="text-muted">
          /
        </span>
        <span className="font-mono text-xs text-muted">{key}</span>
        <FeatureStatus status={status} />
        <FeatureKind kind={kind} />
        <span className="ml-auto">{may.edit && <Deeds feature={feature} />}</span>
      </div>
      <h2 id="feature-title" className={may.edit ? 'sr-only' : 'text-lg font-semibold wrap-anywhere'}>
        {title}
      </h2>
      {may.edit ? (
        <>
          <EditableText
            label="Title"
            value={title}
            oneLine
            required
            className="text-lg leading-snug font-semibold"
            onSave={(text) => update.mutate({ title: text })}
          />
          <EditableMarkdown
            label="Description"
            value={description}
            placeholder="Add a description. Agents read it too."
            className="min-h-9"
            onSave={(text) => update.mutate({ description: text })}
          />
        </>
      ) : (
        description && <Markdown text={description} breaks className="mt-1 max-w-prose" />
      )}
    </header>
  )
}

function Deeds({ feature }: { feature: FeatureDetails }) {
  const update = useUpdateFeature(feature)
  const remove = useDeleteFeature(feature)
  const [cancelling, setCancelling] = useState(false)
  const { key, kind, status } = feature
  return (
    <>
      <RowMenu label={`What can be done with ${key}`}>
        <MenuGroup label="Kind">
          {kinds.map((each) => (
            <MenuChoice key={each} chosen={each === kind} onSelect={() => update.mutate({ kind: each })}>
              {kindNames[each]}
            </MenuChoice>
          ))}
        </MenuGroup>
        <div className="mt-1 border-t pt-1">
          {isOpen(feature) && <MenuItem onSelect={() => setCancelling(true)}>Give it up…</MenuItem>}
          {status === 'cancelled' && (
            <MenuItem onSelect={() => update.mutate({ status: 'active' })}>Take it up again</MenuItem>
          )}
          <MenuItem danger onSelect={() => void remove().catch(showProblem)}>
            Delete
          </MenuItem>
        </div>
      </RowMenu>
      {cancelling && (
        <Confirm
          title={`Give ${key} up?`}
          text="It stays as it is, with all that was brought, and passes no more gates. It can be taken up again."
          action="Give it up"
          onClose={() => setCancelling(false)}
          onConfirm={() => {
            update.mutate({ status: 'cancelled' })
            setCancelling(false)
          }}
        />
      )}
    </>
  )
}
