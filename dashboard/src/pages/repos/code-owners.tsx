import { Section, card } from '../../ui/section.tsx'
import type { RepoDetails } from './repo-changes.ts'
import { texts } from './texts.ts'

const { owners: ownerTexts } = texts

/** The rules of the file CODEOWNERS. */
export function CodeOwners({ repo: { codeowners } }: { repo: RepoDetails }) {
  if (!codeowners || codeowners.rules.length === 0) return null
  return (
    <Section title={ownerTexts.title} text={ownerTexts.intro(codeowners.path)}>
      <ul aria-label={ownerTexts.title} className={`divide-y ${card}`}>
        {codeowners.rules.map(({ pattern, owners }, index) => (
          // A pattern can be in several lines.
          <li key={index} className="flex flex-wrap gap-x-4 px-4 py-1.5 text-[13px]">
            <code className="min-w-0 grow basis-40 wrap-anywhere">{pattern}</code>
            <span className="min-w-0 text-muted wrap-anywhere">{owners.join(', ') || ownerTexts.none}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
