import { Badge } from '../../ui/badge.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { useCheckEvidence, useDeleteEvidence } from './feature-changes.ts'
import { evidenceNames } from './names.ts'
import type { Evidence, FeatureDetails } from './queries.ts'
import { texts } from './texts.ts'

const { evidenceList } = texts

interface EvidenceListProps {
  feature: FeatureDetails
  evidence: Evidence[]
}

export function EvidenceList({ feature, evidence }: EvidenceListProps) {
  if (evidence.length === 0) return null
  return (
    <ul aria-label={evidenceList.label} className="flex flex-col gap-2">
      {evidence.map((each) => (
        <EvidenceItem key={each.id} feature={feature} evidence={each} />
      ))}
    </ul>
  )
}

const tones = { verified: 'accent', failed: 'danger', unverified: 'plain' } as const

function EvidenceItem({ feature, evidence }: { feature: FeatureDetails; evidence: Evidence }) {
  const { kind, title, status, finding, source, checkedAt, createdBy, createdAt } = evidence
  const link = linkOf(evidence)
  return (
    <li className="flex gap-2 rounded-md border bg-canvas px-3 py-2">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Badge tone={tones[status]}>{evidenceList.statuses[status]}</Badge>
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
        <FoundAt evidence={evidence} />
        <EvidenceText evidence={evidence} />
        <p className="text-[13px] text-muted wrap-anywhere">
          {evidenceList.addedBy(createdBy.name)}
          {createdBy.onBehalfOf && evidenceList.onBehalfOf(createdBy.onBehalfOf.name)},{' '}
          <Time at={createdAt} />
          {checkedAt && (
            <>
              {evidenceList.checked} <Time at={checkedAt} />
              {source && `: ${source}`}
            </>
          )}
        </p>
      </div>
      <EvidenceMenu feature={feature} evidence={evidence} />
    </li>
  )
}

function EvidenceMenu({ feature, evidence }: { feature: FeatureDetails; evidence: Evidence }) {
  const check = useCheckEvidence()
  const remove = useDeleteEvidence(feature)
  const { may, title } = evidence
  if (!may.check && !may.delete) return null
  return (
    <RowMenu label={evidenceList.actions(title)}>
      {may.check && (
        <MenuItem disabled={check.isPending} onSelect={() => check.mutate(evidence)}>
          {evidenceList.check}
        </MenuItem>
      )}
      {may.delete && (
        <MenuItem danger onSelect={() => remove.mutate(evidence)}>
          {evidenceList.remove}
        </MenuItem>
      )}
    </RowMenu>
  )
}

/** The commit and branch of evidence in code, unless the finding or the reference already names the commit. */
function FoundAt({ evidence: { commit, branch, finding, reference } }: { evidence: Evidence }) {
  if (!commit) return null
  const short = commit.slice(0, 8)
  const isNamed = [finding, reference].some((text) => text?.includes(commit.slice(0, 7)))
  if (isNamed && !branch) return null
  return (
    <p className="text-[13px] text-muted wrap-anywhere">
      {evidenceList.commit(short)}
      {branch && evidenceList.onBranch(branch)}
    </p>
  )
}

/** The failed tests, unless the finding already names all of them. */
function FailedTests({ evidence: { result, finding } }: { evidence: Evidence }) {
  if (!result || result.failed.every((name) => finding.includes(name))) return null
  return (
    <ul aria-label={evidenceList.failedTests} className="list-disc pl-4 text-[13px] text-danger">
      {result.failed.map((name, index) => (
        // Test names may repeat, so the index is the key.
        <li key={index} className="wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The reference and content of the evidence, unless the title already shows them. */
function EvidenceText({ evidence: { content, reference, title } }: { evidence: Evidence }) {
  const parts = [reference !== title && reference, content?.trim() !== title && content].filter(Boolean)
  return parts.map((text) => (
    <p key={String(text)} className="line-clamp-6 text-[13px] whitespace-pre-wrap wrap-anywhere">
      {text}
    </p>
  ))
}

/** Returns the reference if it is an HTTP URL. It is user input, so other schemes must not become links. */
function linkOf({ reference }: Evidence): string | undefined {
  if (!reference || !URL.canParse(reference)) return undefined
  return ['http:', 'https:'].includes(new URL(reference).protocol) ? reference : undefined
}
