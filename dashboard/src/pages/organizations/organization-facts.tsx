import type { ReactNode } from 'react'
import { card } from '../../ui/section.tsx'
import type { Organization } from './this-organization.tsx'
import { texts } from './texts.ts'
import { defaultVisibilities } from './visibility.ts'

/** Read-only settings for members who can't change them. */
export function OrganizationFacts({ organization }: { organization: Organization }) {
  const labels = texts.organizationForm
  const { slug, description, defaultVisibility, may } = organization
  return (
    <dl className={`mt-6 flex flex-col gap-3 p-5 ${card}`}>
      <Fact name={labels.slug}>
        <span className="font-mono">{slug}</span>
      </Fact>
      <Fact name={labels.description}>
        {description || <span className="text-muted">{labels.noDescription}</span>}
      </Fact>
      {may.createProject && (
        <Fact name={labels.defaultVisibility}>
          {defaultVisibilities.find(({ value }) => value === defaultVisibility)?.name}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="gap-4 sm:flex">
      <dt className="w-48 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</dd>
    </div>
  )
}
