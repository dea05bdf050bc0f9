import type { ReactNode } from 'react'
import { card } from '../../ui/section.tsx'
import type { Organization } from './this-organization.tsx'
import { defaultVisibilities } from './visibility.ts'

/** For those who look after nothing of it. */
export function OrganizationFacts({ organization }: { organization: Organization }) {
  const { slug, description, defaultVisibility, may } = organization
  return (
    <dl className={`mt-6 flex flex-col gap-3 p-5 ${card}`}>
      <Fact name="Address">
        <span className="font-mono">{slug}</span>
      </Fact>
      <Fact name="Description">{description || <span className="text-muted">None</span>}</Fact>
      {may.createProject && (
        <Fact name="Who sees a new project">
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
