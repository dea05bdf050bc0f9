import { Badge } from '../../ui/badge.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { useCheckEvidence, useDeleteEvidence } from './feature-changes.ts'
import { evidenceNames } from './names.ts'
import type { Evidence, FeatureDetails } from './queries.ts'

interface EvidenceListProps {
  feature: FeatureDetails
  evidence: Evidence[]
}

export function EvidenceList({ feature, evidence }: EvidenceListProps) {
  if (evidence.length === 0) return null
  return (
    <ul aria-label="Evidence" className="flex flex-col gap-2">
      {evidence.map((each) => (
        <Piece key={each.id} feature={feature} evidence={each} />
      ))}
    </ul>
  )
}

const tones = { verified: 'accent', failed: 'danger', unverified: 'plain' } as const
const words = { verified: 'Verified', failed: 'Failed', unverified: 'Unverified' }

function Piece({ feature, evidence }: { feature: FeatureDetails; evidence: Evidence }) {
  const { kind, title, status, finding, source, checkedAt, createdBy, createdAt } = evidence
  const link = linkOf(evidence)
  return (
    <li className="flex gap-2 rounded-md border bg-canvas px-3 py-2">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Badge tone={tones[status]}>{words[status]}</Badge>
          {title !== evidenceNames[kind] && (
            <span className="text-[13px] text-muted">{evidenceNames[kind]}</span>
          )}
          {link ? (
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              className="font-medium wrap-anywhere underline-offset-2 hover:underline"
            >
              {title}
            </a>
          ) : (
            <span className="font-medium wrap-anywhere">{title}</span>
          )}
        </p>
        <p className={`text-[13px] wrap-anywhere ${status === 'failed' ? 'text-danger' : ''}`}>{finding}</p>
        <FailedTests evidence={evidence} />
        <Text evidence={evidence} />
        <p className="text-[13px] text-muted wrap-anywhere">
          Brought by {createdBy.name}
          {createdBy.onBehalfOf && ` for ${createdBy.onBehalfOf.name}`}, <Time at={createdAt} />
          {checkedAt && (
            <>
              . Looked into <Time at={checkedAt} />
              {source && `: ${source}`}
            </>
          )}
        </p>
      </div>
      <Deeds feature={feature} evidence={evidence} />
    </li>
  )
}

function Deeds({ feature, evidence }: { feature: FeatureDetails; evidence: Evidence }) {
  const check = useCheckEvidence()
  const remove = useDeleteEvidence(feature)
  const { may, title } = evidence
  if (!may.check && !may.delete) return null
  return (
    <RowMenu label={`What can be done with ${title}`}>
      {may.check && (
        <MenuItem disabled={check.isPending} onSelect={() => check.mutate(evidence)}>
          Look into it again
        </MenuItem>
      )}
      {may.delete && (
        <MenuItem danger onSelect={() => remove.mutate(evidence)}>
          Take it back
        </MenuItem>
      )}
    </RowMenu>
  )
}

/** Where there are more than the finding names. */
function FailedTests({ evidence: { result, finding } }: { evidence: Evidence }) {
  if (!result || result.failed.every((name) => finding.includes(name))) return null
  return (
    <ul aria-label="Tests that failed" className="list-disc pl-4 text-[13px] text-danger">
      {result.failed.map((name, index) => (
        // Nothing says that two tests have different names.
        <li key={index} className="wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  )
}

/** A note says more than its first line; whatever was said to a link is below it. */
function Text({ evidence: { content, reference, title } }: { evidence: Evidence }) {
  const said = [reference !== title && reference, content?.trim() !== title && content].filter(Boolean)
  return said.map((text) => (
    <p key={String(text)} className="line-clamp-6 text-[13px] whitespace-pre-wrap wrap-anywhere">
      {text}
    </p>
  ))
}

/** Only what is an address is one: somebody else wrote it. */
function linkOf({ reference }: Evidence): string | undefined {
  if (!reference || !URL.canParse(reference)) return undefined
  return ['http:', 'https:'].includes(new URL(reference).protocol) ? reference : undefined
}
